"""A player's games over all seasons of a league."""
