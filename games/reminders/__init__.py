"""Mails that tell players of a game by correspondence that they are awaited."""
