"""Talk at a table: messages and reactions of its players and spectators, and who may not write."""
