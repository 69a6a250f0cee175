"""What members do about each other, by the pages, and what they read there."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts import presence
from accounts.models import Player, User
from games.friends import service
from games.models import Table
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in


def do(reader: Player, other: Player, wish: str, **fields: Any) -> str:
    """Press a button of a profile; what the page says that follows."""
    address = reverse("games:friend", args=[other.pk])
    return words(html_of(signed_in(reader).post(address, {"do": wish, **fields}, follow=True)))


def profile(reader: Player, other: Player) -> str:
    return words(html_of(signed_in(reader).get(reverse("games:profile", args=[other.pk]))))


def lobby(reader: Player) -> str:
    return words(html_of(signed_in(reader).get(reverse("games:lobby"))))


def make_friends(first: Player, second: Player) -> None:
    now = timezone.now()
    service.ask(first, second.pk, now)
    service.accept(second, first.pk, now)


def show_to(player: Player, audience: str) -> None:
    User.objects.filter(player=player).update(presence_for=audience)
    presence.forget_known()


def come(player: Player) -> None:
    """Open a page of the site."""
    html_of(signed_in(player).get(reverse("games:rules")))
    presence.forget_known()


def here_for(reader: Player) -> list[str]:
    """Whom the lobby shows as here."""
    presence.forget_known()
    answer = signed_in(reader).get(reverse("games:lobby"))
    return [person.name for person in answer.context["company"].here]


def invite(host: Player, table: Table, player: Player, **fields: Any) -> str:
    address = reverse("games:invite", args=[table.code])
    fields["player"] = player.pk
    return words(html_of(signed_in(host).post(address, fields, follow=True)))


def answer(player: Player, table: Table, command: str) -> str:
    """Sit down or decline with the button of the lobby."""
    address = reverse(f"games:{command}", args=[table.code])
    return words(html_of(signed_in(player).post(address, follow=True)))
