"""The pad of a game on paper: what is on it, whether it can be, what it comes to. No Django."""
