"""People who write at a table, for tests of the talk."""

from datetime import UTC, datetime, timedelta

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Table
from games.talk import service
from games.talk.models import Message

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
HTMX = {"HX-Request": "true"}


def say(table: Table, player: Player, text: str, seconds: float = 0) -> Message:
    """A message written so many seconds after noon; of two at one moment the last."""
    service.say(table.pk, player, text, NOON + timedelta(seconds=seconds))
    return Message.objects.filter(table=table).latest("number")


def texts(table: Table) -> list[str]:
    """What was said at a table, without what was deleted."""
    return [message.text for message in Message.objects.filter(table=table) if message.text]


def page_of(client: Client, table: Table) -> str:
    return client.get(table.get_absolute_url()).content.decode()


def address(name: str, table: Table, *arguments: int) -> str:
    return reverse(f"games:{name}", args=[table.code, *arguments])
