"""The lobby: tables of one's own, to join, to watch, finished; a seat at once; one's past games."""
