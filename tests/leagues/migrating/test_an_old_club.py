"""The database of an earlier version, migrated to the newest: nobody's place or page is lost."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from leagues.models import (
    Adjustment,
    Entrant,
    Game,
    GameVersion,
    League,
    Merge,
    Season,
    Session,
    SheetRevision,
    Wish,
)
from leagues.people import merging
from leagues.receivers import catch_up
from leagues.season_rules import Away, Preset, SeasonRules
from tests.leagues.migrating.old_club import (
    OLD_CLUB,
    UNLISTED,
    assert_all_stand_as_then,
    browser_of_owner,
    kept_rules,
    kept_standings,
    migrate,
    sheets_then,
)
from tests.leagues.migrating.walking import LEAGUES, name_of, walk
from tests.leagues.test_permissions import RIGHTS, VIEWER
from tests.support.other_database import old_database

EMBEDDED = "friday-league-"
MEMBERS_ONLY = "members-evenings-"
# Pages of each kind that are opened.
SOME, ALL = 4, 10_000
RULES_SINCE = {
    "best_sessions": 0, "min_sessions": 0, "final": 0, "bye": "nothing", "bye_points": 0,
    "no_show": 0, "tie_breaks": ["share", "wins", "head_to_head"],
}  # fmt: skip
# Pages whose address is a secret or a moment; those of a final and of teams, which it had not; one
# that no season of it can calculate; and old addresses that lead to the page to print.
WITHOUT_A_LINK = {
    "final",
    "game_print",
    "join",
    "join_by_link",
    "notices_off",
    "private_calendar",
    "private_feed",
    "round_timer",
    "score_link",
    "tonight",
    "score_link_sent",
    "slips",
    "team",
    "teams",
    "teams_csv",
    "teams_json",
    "what_it_takes",
}
# A season that nobody plays in yet, with rules as earlier versions may have kept them.
OLDER = """
UPDATE leagues_season
SET rules = '{"format": 1, "preset": "weights", "placement": [3, 1], "weights": {"win": 2}}'
WHERE id = 7
"""

# When standings that were to be computed got another name.
BEFORE, RENAMED = "0014", "0015"
NOTED_THEN = """
UPDATE leagues_season SET standings_due = '2026-03-06 19:00:00+00:00' WHERE id = 1;
UPDATE leagues_league SET ratings_due = '[1, "", 0, 0]' WHERE id = 1
"""


# test_broken_rows.py takes the same club to PostgreSQL and asks for its standings every time.
@pytest.fixture(
    scope="module",
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough]),
    ],
)
def noted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Any]]:
    """The old club on the site of today; what was noted as outdated on the way to it, and back."""
    with old_database(request, tmp_path_factory.mktemp("an_old_club"), OLD_CLUB, OLDER):
        migrate("leagues", BEFORE)
        with connection.cursor() as cursor:
            for statement in NOTED_THEN.split(";"):
                cursor.execute(statement)
        migrate("leagues", RENAMED)
        migrate("leagues", BEFORE)
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM leagues_season WHERE standings_due IS NOT NULL")
            back = cursor.fetchall()
        migrate("leagues", RENAMED)
        there = outdated()
        migrate()
        catch_up()
        yield [back, there]


pytestmark = pytest.mark.usefixtures("noted")


def outdated() -> tuple[list[Any], list[Any]]:
    """What is noted to be computed: standings by season, and ratings."""
    seasons = Season.objects.exclude(outdated_standings=None)
    leagues = League.objects.exclude(outdated_ratings=None)
    return (
        list(seasons.values_list("pk", "outdated_standings")),
        list(leagues.values_list("outdated_ratings", flat=True)),
    )


def league_with(start: str) -> str:
    """The address of a league of the old club."""
    (slug,) = {season.partition("/")[0] for season in kept_standings() if season.startswith(start)}
    return f"{LEAGUES}{slug}/"


def test_what_it_had_still_to_compute_is_noted_as_today_and_computed(noted: list[Any]) -> None:
    back, there = noted
    assert back == [(1,)]
    assert there == (
        [(1, {"since": "2026-03-06T19:00:00.000000+00:00", "players": None})],
        [[1, "", 0, 0]],
    )
    assert outdated() == ([], [])


def test_every_session_has_the_standings_it_had_but_for_one_who_has_left() -> None:
    """They are computed anew."""
    assert_all_stand_as_then()
    out = StringIO()
    call_command("rebuild_league", "--all", stdout=out)
    assert "differed" not in out.getvalue()


def test_every_season_has_the_rules_it_had() -> None:
    """What the oldest do not name is as it was read: absent players counted, the rest is usual."""
    oldest = SeasonRules(preset=Preset.WEIGHTS, placement=(3, 1), weight_win=2, away=Away.COUNTS)
    planned = league_with(MEMBERS_ONLY).removeprefix(LEAGUES) + "4"
    wanted = kept_rules() | {planned: json.loads(json.dumps(oldest.to_json()))}
    owner = browser_of_owner()
    pages = {season: owner.get(f"{LEAGUES}{season}/standings.json") for season in wanted}
    found = {season: json.loads(page.content)["season"]["rules"] for season, page in pages.items()}
    assert found == {season: rules | RULES_SINCE for season, rules in wanted.items()}


def told(revision: SheetRevision) -> dict[str, Any]:
    seats = list(revision.seats.all())
    return {
        "players": [seat.player_id for seat in seats],
        "replaced": [seat.substitute_for_id for seat in seats],
        "rounds": [list(heads) for heads in zip(*(seat.heads for seat in seats), strict=True)],
        "totals": [seat.total for seat in seats] if seats[0].total is not None else None,
        "round_count": revision.round_count,
    }


def test_every_sheet_and_every_line_of_a_history_is_what_it_was() -> None:
    games, lines = Game.objects.all(), GameVersion.objects.all()
    assert sheets_then() == {
        **{f"{line.game_id}.{line.number}": told(line.sheet) for line in lines if line.sheet},
        **{str(game.pk): told(game.sheet) for game in games if game.sheet},
        **{f"{game.pk} waiting": told(game.pending) for game in games if game.pending},
    }


def test_every_session_has_a_secret_of_its_own_for_its_deals() -> None:
    secrets = [bytes(session.deal_secret) for session in Session.objects.all()]
    assert len(secrets) == len(set(secrets)) > 1
    assert {len(secret) for secret in secrets} == {32}


# A walk over all pages of a club takes half a minute.
@pytest.fixture(params=[SOME, pytest.param(ALL, marks=pytest.mark.thorough)])
def most(request: pytest.FixtureRequest) -> int:
    """How many pages of each kind are opened."""
    return int(request.param)


def test_a_stranger_finds_every_public_page(most: int) -> None:
    starts = (LEAGUES, league_with(UNLISTED), league_with(EMBEDDED) + "2/embed/")
    answers = walk(Client(), *starts, most=most)
    failed = {
        address: answer.status_code
        for address, answer in answers.items()
        if answer.status_code != HTTPStatus.OK and RIGHTS[name_of(address)][0] == VIEWER
    }
    assert failed == {}
    public = {name for name, (looking, _sending) in RIGHTS.items() if looking == VIEWER}
    assert public - WITHOUT_A_LINK <= set(map(name_of, answers))


def test_its_owner_finds_every_page_behind_a_link(most: int) -> None:
    answers = walk(browser_of_owner(), LEAGUES, league_with(MEMBERS_ONLY), most=most)
    failed = {
        address: answer.status_code
        for address, answer in answers.items()
        if answer.status_code != HTTPStatus.OK
    }
    assert failed == {}


def test_what_was_being_typed_is_still_on_its_page() -> None:
    address = Game.objects.get(draft__isnull=False).get_absolute_url() + "sheet/"
    page = " ".join(browser_of_owner().get(address, follow=True).content.decode().split())
    for field, text in {"r0c0": "3", "r0c1": "12", "r0c2": "", "r0c3": "x"}.items():
        assert f'name="{field}" value="{text}"' in page
    assert page.count("selected>") == 4


def test_what_was_merged_then_can_be_undone_now() -> None:
    """The last one: it changes the club."""
    aside = Entrant.every.exclude(set_aside_by=None).values_list("pk", flat=True)
    assert list(aside) == [87]
    for merge in Merge.objects.filter(undone_at=None):
        assert merge.by is not None
        merging.undo(merge, merge.by, timezone.now())
    assert not Merge.objects.filter(undone_at=None).exists()
    assert list(aside.all()) == []
    entrant = Entrant.objects.values_list("season", "player", "joined_from").get(pk=87)
    assert entrant == (2, 15, 4)
    assert Adjustment.objects.get(pk=2).player_id == 15
    # That of the guest went when they were erased.
    wishes = Wish.objects.filter(season=2).values_list("first", "second", "kind")
    assert list(wishes) == [(2, 3, "apart")]
    assert list(Game.objects.get(pk=17).seats.values_list("player", flat=True)) == [2, 6, 15]
