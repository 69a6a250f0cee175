"""The coach: what each choice of a finished game cost, shown to who sat there."""
