"""What everybody may take along of what leagues know about them."""

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import RatingPoint, Reply, Role, Season, Session, Wish
from leagues.people import adjustments, merging
from leagues.sheets import results
from leagues.sheets.stored import save_draft
from tests.factories import PlayerFactory
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_session,
    play,
    sheet_of,
    texts_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(season: Season) -> Player:
    return make_member_with(Role.Kind.SCORER, season.league, name="Camille")


def data_of(player: Player) -> dict[str, Any]:
    return json.loads(json.dumps(privacy.personal_data(player), cls=DjangoJSONEncoder))


def test_results_replies_and_roles(season: Season, member: Player, session: Session) -> None:
    play(session, member, PlayerFactory.create())
    Reply.objects.create(session=session, player=member, comes=True)
    data = data_of(member)
    assert [(row["place"], row["among"]) for row in data["results"]] == [(1, 2)]
    assert [row["comes"] for row in data["replies"]] == [True]
    assert data["league_roles"] == [{"league": "Tuesdays", "role": "scorer"}]


def test_wishes_about_them_but_not_with_whom(season: Season, member: Player) -> None:
    one, other = sorted([member, PlayerFactory.create(name="Dominique")], key=lambda one: one.pk)
    Wish.objects.create(season=season, first=one, second=other, kind=Wish.Kind.APART)
    assert data_of(member)["wishes"] == [
        {"league": "Tuesdays", "season": "Spring", "kind": "apart"}
    ]


def test_their_rating_after_each_game(season: Season, member: Player, session: Session) -> None:
    for _game in range(2):
        play(session, member, PlayerFactory.create())
    points = RatingPoint.objects.filter(player=member).order_by("number")
    told = data_of(member)["rating_points"]
    assert [(row["game"], row["games"], row["mu"]) for row in told] == [
        (1, 1, points[0].mu),
        (2, 2, points[1].mu),
    ]


def test_merges_with_the_guest_they_were(season: Season, member: Player) -> None:
    by, now = PlayerFactory.create(), timezone.now()
    for name in ("Cam", "Somebody else"):
        guest = make_guest(name)
        play(make_session(season), guest, PlayerFactory.create())
        merged = merging.merge(season.league, guest, member, by, now)
    merging.undo(merged, by, now + timedelta(minutes=1))
    told = data_of(member)["merges"]
    assert [(row["guest"], row["undone"] is None) for row in told] == [("Cam", True), (None, False)]


def test_drafts_they_type_and_those_that_name_them(season: Season, member: Player) -> None:
    other, session = PlayerFactory.create(name="Dominique"), make_session(season)
    typed: list[tuple[Player, list[Player | str]]] = [
        (other, [other, member]),
        (other, ["camille", other]),
        (member, [other, "Basile"]),
        (other, [other, "Basile"]),
    ]
    for typist, who in typed:
        texts = texts_of(*who, r0c0="1", r0c1="2", r1c0="", r1c1="", t0="3", t1="4")
        save_draft(make_game(session, []), texts, typist, "page", timezone.now())

    told = data_of(member)["drafts"]

    figures = [(row["game"], row["typed_by_you"], row["rounds"], row["totals"]) for row in told]
    assert figures == [
        (1, False, ["2"], ["4"]),
        (2, False, ["1"], ["3"]),
        (3, True, [], []),
    ]
    assert "Dominique" not in str(told)


def test_every_sheet_that_names_them_also_where_it_never_counted(
    season: Season, member: Player
) -> None:
    other = PlayerFactory.create()
    game = enter(make_game(make_session(season), [member, other]), [12, 70])
    sheet = sheet_of([PlayerFactory.create(), other], totals=[12, 70])
    results.correct(game, sheet, other, "Somebody else", timezone.now())

    told = data_of(member)["sheets"]

    assert [(row["did"], row["heads"]) for row in told] == [("submitted", 12), ("confirmed", 12)]


def test_what_they_wrote_themselves(season: Season, member: Player) -> None:
    other, session = PlayerFactory.create(name="Dominique"), make_session(season)
    game = play(session, other, PlayerFactory.create(), by=member)
    results.void(game, member, "A test", timezone.now())
    adjustments.adjust(session, other, Decimal(2), "Brought cake", member)

    data = data_of(member)

    assert [(row["did"], row["reason"]) for row in data["history"]] == [
        ("submitted", ""),
        ("confirmed", ""),
        ("voided", "A test"),
    ]
    assert [(row["points"], row["reason"]) for row in data["adjustments_given"]] == [
        ("2.00", "Brought cake")
    ]
    assert "Dominique" not in str(data)
