"""Phones, scorers and organizers at the same moment: a sheet is sent once, limits hold."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts.models import Player
from leagues.exports import tokens
from leagues.models import (
    ApiToken,
    AuditLine,
    FeedAddress,
    Game,
    GameVersion,
    NoticePreference,
    ScoreLink,
    SheetPhoto,
)
from leagues.models.errors import LeagueError
from leagues.notices.sending import turn_off
from leagues.sheets import photos
from leagues.sheets.score_links import service
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import fields
from tests.support.leagues import make_game, make_season, make_session
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6


@pytest.fixture
def people() -> list[Player]:
    return PlayerFactory.create_batch(3)


@pytest.fixture
def game(owner: Player, people: list[Player]) -> Game:
    return make_game(make_session(make_season(owner)), people)


def unexpected(found: list[object]) -> list[object]:
    return [
        each for each in found if isinstance(each, Exception) and not isinstance(each, LeagueError)
    ]


def sending(game: Game, people: list[Player], ana: int) -> Callable[[], object]:
    """A phone that sends a sheet by the link as it is now; returns the status."""
    game.refresh_from_db()
    path = f"/leagues/score/{service.token_of(game, service.link_of(game))}/"
    form = fields(people, totals=(ana, 30, 70), version=game.version)
    return lambda: Client().post(path, form).status_code


def test_of_six_phones_one_sends_the_sheet(game: Game, people: list[Player]) -> None:
    statuses = at_once(*[sending(game, people, ana) for ana in range(THREADS)])
    assert sorted(map(str, statuses)) == ["302"] + ["409"] * (THREADS - 1)
    assert GameVersion.objects.filter(game=game).count() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED


def test_a_link_that_is_used_while_it_is_replaced_or_revoked_is_used_once_at_most(
    game: Game, people: list[Player], owner: Player
) -> None:
    now, seen = timezone.now(), ScoreLink.objects.get_or_create(game=game)[0]
    found = at_once(
        sending(game, people, 3),
        lambda: service.renew(game, owner, now, seen.generation),
        lambda: service.renew(game, owner, now, seen.generation),
        lambda: service.revoke(game, owner, now),
        sending(game, people, 4),
    )
    assert unexpected(found) == []
    assert [found[0], found[4]].count(302) <= 1
    assert ScoreLink.objects.get().generation == seen.generation + 1
    assert AuditLine.objects.filter(did="renewed_link").count() == 1


def test_of_eight_photos_at_once_four_are_kept(
    game: Game, owner: Player, settings: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings.PHOTOS = tmp_path  # type: ignore[attr-defined]
    file = BytesIO()
    Image.new("RGB", (40, 30)).save(file, "JPEG")

    def attach() -> object:
        sent = SimpleUploadedFile("sheet.jpg", file.getvalue())
        return photos.add(game, sent, None, timezone.now())

    assert unexpected(at_once(*[attach] * 8)) == []
    names = set(SheetPhoto.objects.values_list("file", flat=True))
    assert len(names) == photos.MOST_PHOTOS
    assert {path.name for path in tmp_path.iterdir()} == names


def test_limits_and_choices_hold_when_everything_is_sent_at_once(game: Game, owner: Player) -> None:
    now, league = timezone.now(), game.session.season.league
    makers = [lambda: tokens.make_token(owner, "a sheet", now)] * 12
    assert unexpected(at_once(*makers)) == []
    assert ApiToken.objects.filter(player=owner).count() == tokens.MOST_TOKENS
    found = at_once(*[lambda: tokens.renew_address(owner, league, now)] * THREADS)
    assert unexpected(found) == []
    assert FeedAddress.objects.filter(player=owner).count() == 1
    assert unexpected(at_once(*[lambda: turn_off(owner.pk)] * THREADS)) == []
    assert NoticePreference.objects.get(player=owner).mails == "never"
