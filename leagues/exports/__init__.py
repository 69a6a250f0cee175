"""What leaves the house: standings and results as data, calendar, feed, tokens; what is kept of a
person, told to them or erased.

The names of fields are described in docs/league-data.md and stay as they are.
"""
