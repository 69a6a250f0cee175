"""Names as people choose them, on everything that is drawn or sent beside the page of a table."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from games.models import Table
from games.rules.options import Options
from tests.factories import PlayerFactory
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = {
    "long": ("W" * 30, "Т" * 30),
    "emoji": ("👩‍🚀🐮", "🐂🐂🐂"),
    "right to left": ("דוד", "أحمد"),
    "marks": ("Zoé <b>&", "<i>'\""),
    "marks right to left": ("דוד <b>&", "أحمد <i>'\""),
    "same": ("Ada", "Ada"),
}


@pytest.mark.parametrize("kind", NAMES)
def test_every_place_shows_every_name(kind: str) -> None:
    first, second = (PlayerFactory.create(name=name) for name in NAMES[kind])
    table = start_table(
        first, second, options=Options(max_rounds=1), visibility=Table.Visibility.PUBLIC
    )
    Table.objects.filter(pk=table.pk).update(name=(NAMES[kind][0] * 60)[:60])
    reader = signed_in(first)
    reader.cookies["django_language"] = "fr"
    live = [url("table", table), url("table_tv", table), url("qr", table)]
    live += [reverse("games:lobby"), reverse("games:tv")]
    over = [url("table", table), url("picture", table), url("replay", table), url("record", table)]
    over += [reverse("games:past"), reverse("games:lobby")]
    for is_over, paths in ((False, live), (True, over)):
        if is_over:
            play_to_the_end(table)
        for path in paths:
            answer = reader.get(path)
            assert answer.status_code == HTTPStatus.OK, path
            if not path.endswith(".json"):
                for unsafe in (*NAMES["marks"], *NAMES["marks right to left"]):
                    assert unsafe.encode() not in answer.content, path
