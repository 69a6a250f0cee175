"""The season as one picture: a thread for each player, ordered by place after each session."""
