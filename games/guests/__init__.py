"""Guests of a table: people without an account who sit down by a private link."""
