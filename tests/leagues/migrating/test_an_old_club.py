"""The database of an earlier version, migrated to the newest: nobody's place or page is lost."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from leagues.models import Adjustment, Entrant, Game, Merge, Wish
from leagues.people import merging
from leagues.receivers import catch_up
from tests.leagues.migrating.old_club import (
    OLD_CLUB,
    UNLISTED,
    assert_all_stand_as_then,
    browser_of_owner,
    kept_standings,
)
from tests.leagues.migrating.walking import LEAGUES, name_of, walk
from tests.leagues.test_permissions import RIGHTS, VIEWER
from tests.support.commands import said_by
from tests.support.other_database import old_database

EMBEDDED = "friday-league-"
MEMBERS_ONLY = "members-evenings-"
# Pages of each kind that are opened.
SOME, ALL = 4, 10_000
# Pages whose address is a secret or a moment; those of a final and of teams, which it had not; one
# that no season of it can calculate; and old addresses that lead to a part of another page.
WITHOUT_A_LINK = {
    "adjustments",
    "deals",
    "final",
    "game_print",
    "head_to_head",
    "join",
    "join_by_link",
    "notices_off",
    "private_calendar",
    "private_feed",
    "round_timer",
    "score_link",
    "tonight",
    "score_link_sent",
    "season_picture",
    "session_ranking",
    "slips",
    "team",
    "teams",
    "teams_csv",
    "teams_json",
    "what_it_takes",
}


# Another club of that release is taken to the present on PostgreSQL (tests/config/upgrade).
@pytest.fixture(
    scope="module",
    autouse=True,
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough]),
    ],
)
def _club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The old club on the site of today, with what its keeper would compute."""
    with old_database(request, tmp_path_factory.mktemp("an_old_club"), OLD_CLUB):
        call_command("migrate", verbosity=0)
        catch_up()
        yield


def league_with(start: str) -> str:
    """The address of a league of the old club."""
    (slug,) = {season.partition("/")[0] for season in kept_standings() if season.startswith(start)}
    return f"{LEAGUES}{slug}/"


def test_every_session_has_the_standings_it_had_but_for_one_who_has_left() -> None:
    """They are computed anew."""
    assert_all_stand_as_then()
    assert "differed" not in said_by("rebuild_league", "--all")


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
