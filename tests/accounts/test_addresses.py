"""Addresses that are looked up once."""

import pytest
from django.urls import NoReverseMatch, reverse

from accounts.addresses import address_of


def test_it_gives_the_address_that_django_gives() -> None:
    assert address_of("games:home") == reverse("games:home")
    by_place = address_of("leagues:session", "our-league", 2, 7)
    by_name = address_of("leagues:session", slug="our-league", number=2, session=7)
    assert by_place == by_name == "/leagues/our-league/2/sessions/7/"


def test_the_same_name_with_other_arguments_is_another_address() -> None:
    assert address_of("leagues:league", "one") != address_of("leagues:league", "other")


@pytest.mark.parametrize("args", [(), ("no slug",), ("our-league", "one too many")])
def test_an_address_that_is_not_there_is_refused_each_time(args: tuple[str, ...]) -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            address_of("leagues:league", *args)
