"""What leagues know of a person: told to them, and erased."""
