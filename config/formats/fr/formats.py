"""French as Django has it, with the word between day and hour."""

DATETIME_FORMAT = "j F Y à H:i"
