"""The database of an earlier version, migrated to the newest: nobody's place or page is lost."""

import json
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.urls import resolve

from leagues.season_rules import Away, Preset, SeasonRules
from tests.leagues.migrating.old_club import (
    assert_stand_as_then,
    database_for,
    kept_rules,
    kept_standings,
    old_club,
    session_of_owner,
    sheets_then,
)
from tests.leagues.migrating.walking import LEAGUES, Walker
from tests.leagues.test_permissions import RIGHTS, VIEWER
from tests.support.site import Site

EMBEDDED = "friday-league-"
UNLISTED = "coupe-du-jeudi-"
MEMBERS_ONLY = "members-evenings-"
RULES_SINCE = {
    "best_sessions": 0, "min_sessions": 0, "final": 0, "bye": "nothing", "bye_points": 0,
    "no_show": 0,
}  # fmt: skip
# Pages whose address is a secret or a moment; those of a final and of teams, which it had not; and
# one that no season of it can calculate.
WITHOUT_A_LINK = {
    "final",
    "notices_off",
    "private_calendar",
    "private_feed",
    "round_timer",
    "score_link",
    "score_link_sent",
    "team",
    "teams",
    "teams_csv",
    "teams_json",
    "what_it_takes",
}
UNDO_MERGES = """
import json
from django.utils import timezone
from leagues.models import Adjustment, Entrant, Game, Merge, Wish
from leagues.people import merging
aside = list(Entrant.every.exclude(set_aside_by=None).values_list("pk", flat=True))
for merge in Merge.objects.filter(undone_at=None):
    merging.undo(merge, merge.by, timezone.now())
print(json.dumps({
    "left": Merge.objects.filter(undone_at=None).count(),
    "aside": [aside, list(Entrant.every.exclude(set_aside_by=None))],
    "entrant": Entrant.objects.values_list("season", "player", "joined_from").get(pk=87),
    "adjustment": Adjustment.objects.get(pk=2).player_id,
    "wishes": list(Wish.objects.filter(season=2).values_list("first", "second", "kind")),
    "game": list(Game.objects.get(pk=17).seats.values_list("player", flat=True)),
}))
"""
TELL_SHEETS = """
import json
from leagues.models import Game, GameVersion
def tell(revision):
    seats = list(revision.seats.all())
    return {
        "players": [seat.player_id for seat in seats],
        "replaced": [seat.substitute_for_id for seat in seats],
        "rounds": list(zip(*(seat.heads for seat in seats))),
        "totals": [seat.total for seat in seats] if seats[0].total is not None else None,
        "round_count": revision.round_count,
    }
games, lines = (model.objects.all() for model in (Game, GameVersion))
print(json.dumps({
    **{f"{line.game_id}.{line.number}": tell(line.sheet) for line in lines if line.sheet},
    **{str(game.pk): tell(game.sheet) for game in games if game.sheet},
    **{f"{game.pk} waiting": tell(game.pending) for game in games if game.pending},
}))
"""
TELL_SECRETS = """
import json
from leagues.models import Session
secrets = [bytes(session.deal_secret).hex() for session in Session.objects.all()]
print(json.dumps([len(secrets), len(set(secrets)), sorted({len(each) for each in secrets})]))
"""
# A season that nobody plays in yet, with rules as earlier versions may have kept them.
OLDER = """
UPDATE leagues_season
SET rules = '{"format": 1, "preset": "weights", "placement": [3, 1], "weights": {"win": 2}}'
WHERE id = 7
"""

SHEET_BEING_TYPED = """
from leagues.models import Game
print(Game.objects.get(draft__isnull=False).get_absolute_url() + "sheet/")
"""


# test_broken_rows.py takes the same club to PostgreSQL and asks for its standings every time.
@pytest.fixture(
    scope="module",
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough]),
    ],
)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The old club on the site of today, running."""
    folder = tmp_path_factory.mktemp("old")
    site = old_club(folder, database_for(request, "an_old_club"), broken_by=OLDER)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def owner_session(site: Site) -> str:
    return session_of_owner(site)


def league_with(start: str) -> str:
    """The address of a league of the old club."""
    (slug,) = {season.partition("/")[0] for season in kept_standings() if season.startswith(start)}
    return f"{LEAGUES}{slug}/"


def name_of(address: str) -> str:
    return str(resolve(address).url_name)


def test_every_session_has_the_standings_it_had_but_for_one_who_has_left(
    site: Site, owner_session: str
) -> None:
    """They are computed anew. One withdrew for a session to come: by now the newest show that."""
    left = league_with(UNLISTED).removeprefix(LEAGUES) + "1"
    with Walker(site, owner_session) as owner:
        for season, sessions in kept_standings().items():
            for session, kept in sessions.items():
                answer = owner.get(f"{LEAGUES}{season}/standings.json?session={session}")
                found = answer.rows("standings", like=kept)
                is_left = (season, session) == (left, max(sessions))
                assert_stand_as_then(found, kept, somebody_left=is_left)
    assert "differed" not in site.run("manage.py", "rebuild_league", "--all")


def test_every_season_has_the_rules_it_had(site: Site, owner_session: str) -> None:
    """What the oldest do not name is as it was read: absent players counted, the rest is usual."""
    oldest = SeasonRules(preset=Preset.WEIGHTS, placement=(3, 1), weight_win=2, away=Away.COUNTS)
    planned = league_with(MEMBERS_ONLY).removeprefix(LEAGUES) + "4"
    wanted = kept_rules() | {planned: json.loads(json.dumps(oldest.to_json()))}
    with Walker(site, owner_session) as owner:
        pages = {season: owner.get(f"{LEAGUES}{season}/standings.json") for season in wanted}
    found = {season: json.loads(page.text)["season"]["rules"] for season, page in pages.items()}
    assert found == {season: rules | RULES_SINCE for season, rules in wanted.items()}


def test_every_sheet_and_every_line_of_a_history_is_what_it_was(site: Site) -> None:
    told = site.run("manage.py", "shell", "-c", TELL_SHEETS).splitlines()[-1]
    assert json.loads(told) == sheets_then()


def test_every_session_has_a_secret_of_its_own_for_its_deals(site: Site) -> None:
    count, different, lengths = json.loads(
        site.run("manage.py", "shell", "-c", TELL_SECRETS).splitlines()[-1]
    )
    assert count == different > 1
    assert lengths == [64]


def test_a_stranger_finds_every_public_page(site: Site) -> None:
    with Walker(site) as stranger:
        answers = stranger.walk(LEAGUES, league_with(UNLISTED), league_with(EMBEDDED) + "2/embed/")
    failed = {
        address: answer.status
        for address, answer in answers.items()
        if answer.status != HTTPStatus.OK and RIGHTS[name_of(address)][0] == VIEWER
    }
    assert failed == {}
    public = {name for name, (looking, _sending) in RIGHTS.items() if looking == VIEWER}
    assert public - WITHOUT_A_LINK <= set(map(name_of, answers))


def test_its_owner_finds_every_page_behind_a_link(site: Site, owner_session: str) -> None:
    with Walker(site, owner_session) as owner:
        answers = owner.walk(LEAGUES, league_with(MEMBERS_ONLY))
    failed = {
        address: answer.status
        for address, answer in answers.items()
        if answer.status != HTTPStatus.OK
    }
    assert failed == {}


def test_what_was_being_typed_is_still_on_its_page(site: Site, owner_session: str) -> None:
    address = site.run("manage.py", "shell", "-c", SHEET_BEING_TYPED).split()[-1]
    with Walker(site, owner_session) as owner:
        page = " ".join(owner.get(address).text.split())
    for field, text in {"r0c0": "3", "r0c1": "12", "r0c2": "", "r0c3": "x"}.items():
        assert f'name="{field}" value="{text}"' in page
    assert page.count("selected>") == 4


def test_what_was_merged_then_can_be_undone_now(site: Site) -> None:
    told = json.loads(site.run("manage.py", "shell", "-c", UNDO_MERGES).splitlines()[-1])
    assert told == {
        "left": 0,
        "aside": [[87], []],
        "entrant": [2, 15, 4],
        "adjustment": 15,
        # That of the guest went when they were erased.
        "wishes": [[2, 3, "apart"]],
        "game": [2, 6, 15],
    }
