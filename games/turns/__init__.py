"""The turn that was played last, to be shown again, and games that only bots play on."""
