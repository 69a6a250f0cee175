"""Who qualifies for the final of a season, and what it takes to reach a place before the end."""
