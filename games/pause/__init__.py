"""A pause: by agreement, ended by anybody, or while everybody is away, until somebody is back."""
