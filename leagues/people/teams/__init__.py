"""Teams over a season: who plays in them, and their standings."""
