"""A game in play: the moves of people, bots and the clock, each applied at most once."""
