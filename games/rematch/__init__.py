"""Another game with the same people: one opens the table, and seats are held for the others."""
