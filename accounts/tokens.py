"""Tokens of links and cookies: nobody can guess one, and only its hash is stored."""

import hashlib
import secrets


def new_token() -> str:
    """A token of 192 random bits, for an address or a cookie."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is stored of a token: random as it is, its SHA-256 in hex gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()
