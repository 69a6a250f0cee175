"""Which passwords members may choose."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


@pytest.mark.parametrize(
    "password",
    [
        "Sixieme2026",
        "6-nimmt-2026!",
        "sixième.1234",
        "nimmtnimmt1",
        "short7!",
        "password1",
        "73519264018",
    ],
)
def test_what_anybody_would_try_first_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["sixieme sens et demi", "correct horse battery", "x" * 64 + "é", "ħłŋ¶þœ←↓→ø"]
)
def test_any_characters_and_long_passwords_are_taken(password: str) -> None:
    validate_password(password)
