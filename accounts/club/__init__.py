"""What the organizers of a club choose for all: its name, colours, languages, who may come in."""
