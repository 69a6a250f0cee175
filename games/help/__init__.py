"""The rules on the page: chapters, worked examples that the engine plays, and the tutorial."""
