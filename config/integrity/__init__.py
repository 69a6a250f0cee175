"""Is what the database holds what follows from its logs and results? Nothing is written."""
