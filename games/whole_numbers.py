"""Read whole numbers from addresses and forms."""


def whole_number(text: str, most_digits: int = 9) -> int | None:
    """The number that a text of so many digits at most holds; None if it is no such text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if is_number else None
