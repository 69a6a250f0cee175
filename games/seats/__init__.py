"""Who sits at a table: opening it, sitting down, leaving, guests, and playing again."""
