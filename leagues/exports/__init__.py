"""What leaves the house: standings and results as data, calendar, feed, picture, tokens.

The names of fields are described in docs/league-data.md and stay as they are.
"""
