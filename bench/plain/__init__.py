"""Servers of the same game with nothing around it: no database, no accounts, no pages."""
