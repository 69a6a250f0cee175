"""Texts as they are compared where spelling does not matter."""

import unicodedata


def plain(text: str) -> str:
    """Small letters without accents, single spaces."""
    if text.isascii():
        return " ".join(text.casefold().split())
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
