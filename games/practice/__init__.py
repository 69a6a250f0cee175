"""Positions of finished games to think about: one a day for the club, and who has solved it."""
