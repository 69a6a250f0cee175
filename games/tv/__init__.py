"""Screens of the club room: one table, or all that is played; nothing on them to press."""
