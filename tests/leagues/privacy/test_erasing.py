"""Somebody who played in leagues leaves the club."""

from datetime import timedelta
from decimal import Decimal
from http import HTTPStatus
from unicodedata import normalize

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts import privacy, services
from accounts.models import Player, User
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import (
    Adjustment,
    AuditLine,
    Game,
    League,
    Reply,
    Role,
    Season,
    Session,
    Standing,
    Team,
    Wish,
)
from leagues.people import adjustments, merging
from leagues.sessions import session_life
from leagues.sheets import results
from leagues.sheets.stored import save_draft
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import signed_in
from tests.support.commands import said_by
from tests.support.leagues import (
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    texts_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def leaver(season: Season) -> Player:
    return make_member_with(Role.Kind.SCORER, season.league, name="Cunégonde")


# Columns with a person that stay when they are erased: results, points, and who did what.
STAYING = {
    "Adjustment": {"player", "by", "cancelled_by"},
    "Amendment": {"by"},
    "Attendance": {"player"},
    "AuditLine": {"by", "about", "other"},
    "Bye": {"player", "by"},
    "Round": {"by"},
    "Entrant": {"player"},
    "Game": {"proposed_by", "entered_by", "confirmed_by"},
    "GameSeat": {"player", "substitute_for", "counts_for"},
    "GameVersion": {"by"},
    "Merge": {"guest", "member", "by", "undone_by"},
    "Rating": {"player"},
    "RatingPoint": {"player"},
    "RevisionSeat": {"player", "substitute_for"},
    "Standing": {"player"},
    "TeamMember": {"player"},
    "Webhook": {"by"},
}
GOING = {
    "ApiToken": {"player"},
    "FeedAddress": {"player"},
    "IdempotencyKey": {"player"},
    "Notice": {"player"},
    "NoticePreference": {"player"},
    "Reply": {"player"},
    "Role": {"player"},
    "SheetPhoto": {"by"},
    "SignUp": {"player"},
    "Wish": {"first", "second"},
}


def test_every_column_with_a_person_was_thought_of() -> None:
    found = {
        model.__name__: people
        for model in apps.get_app_config("leagues").get_models()
        if (people := {field.name for field in model._meta.fields if field.related_model is Player})
    }
    assert found == STAYING | GOING


def test_results_stay_and_the_name_goes(season: Season, leaver: Player, session: Session) -> None:
    play(session, leaver, *PlayerFactory.create_batch(2))
    before = list(Standing.objects.values_list("player", "place", "figure"))
    privacy.erase(leaver)
    assert list(Standing.objects.values_list("player", "place", "figure")) == before
    assert Standing.objects.get(session=session, player=leaver).player.name == "former player"


def test_the_name_goes_out_of_the_reason_of_a_cancelled_session_and_out_of_the_log(
    season: Season, leaver: Player
) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    session = make_session(season, starts_at=tomorrow, status=Session.Status.PLANNED)
    session_life.cancel_session(session, "Cunégonde is ill", PlayerFactory.create())
    privacy.erase(leaver)
    session.refresh_from_db()
    (line,) = AuditLine.objects.filter(did=Did.CANCELLED_SESSION.value)
    for told in (session.cancelled_because, line.after["cancelled_because"]):
        assert "Cunégonde" not in told
        assert "is ill" in told


def test_pages_of_the_season_are_made_anew(season: Season, leaver: Player) -> None:
    play(make_session(season), leaver, PlayerFactory.create())
    season.refresh_from_db()
    before = season.version
    privacy.erase(leaver)
    season.refresh_from_db()
    assert season.version > before


def test_pages_are_made_anew_when_a_guest_gets_a_login(season: Season) -> None:
    guest = make_guest("Basile")
    play(make_session(season), guest, PlayerFactory.create())
    season.refresh_from_db()
    before = season.version
    invitation, _token = services.invite(PlayerFactory.create(), for_player=guest)
    user = User(email="basile@example.org")
    assert services.register(user, "Basile Martin", invitation) == guest
    season.refresh_from_db()
    assert season.version > before


def test_roles_replies_and_wishes_go(season: Season, leaver: Player) -> None:
    Wish.objects.create(
        season=season, first=leaver, second=PlayerFactory.create(), kind=Wish.Kind.APART
    )
    Reply.objects.create(session=make_session(season), player=leaver, comes=True)
    privacy.erase(leaver)
    assert not Wish.objects.exists()
    assert not Reply.objects.exists()
    assert not Role.objects.filter(player=leaver).exists()


def test_the_guest_they_once_were_is_erased_too(season: Season, leaver: Player) -> None:
    guest, stranger = make_guest("Cuné"), make_guest("Basile")
    play(make_session(season), guest, stranger, PlayerFactory.create())
    merging.merge(season.league, guest, leaver, PlayerFactory.create(), timezone.now())
    privacy.erase(leaver)
    guest.refresh_from_db()
    stranger.refresh_from_db()
    assert (guest.name, stranger.name) == ("former player", "Basile")


def test_nothing_in_the_database_names_them(
    season: Season, leaver: Player, session: Session
) -> None:
    guest, other = make_guest("Cunégonde’s cousin"), PlayerFactory.create()
    play(session, leaver, other)
    play(session, guest, PlayerFactory.create())
    adjustments.adjust(session, leaver, Decimal(-1), "Was late", other)
    merging.merge(season.league, guest, leaver, other, timezone.now())
    privacy.erase(leaver)
    assert "gonde" not in said_by("dumpdata")


def test_what_organizers_wrote_where_they_never_were_stays(season: Season, leaver: Player) -> None:
    elsewhere = make_session(make_season(name="Thursdays"), place="Chez Cunégonde")
    privacy.erase(leaver)
    elsewhere.refresh_from_db()
    assert elsewhere.place == "Chez Cunégonde"


def test_places_and_titles_that_are_named_after_somebody_else_keep_their_words(
    season: Season, leaver: Player
) -> None:
    marie = make_member_with(Role.Kind.ORGANIZER, season.league, name="Marie")
    session = make_session(season, name="Marie’s birthday", place="Rue Marie Curie, chez Marie")
    League.objects.filter(pk=season.league_id).update(
        name="Coupe Marie Curie", description="Ask Marie when we meet."
    )
    play(session, marie, leaver)
    for word in ("Salle Marie Curie", "Marie"):
        before, after = {"preset": word}, {"place": word}
        audit.record(season.league, Did.MOVED_SESSION, leaver, before=before, after=after)
    privacy.erase(marie)
    session.refresh_from_db()
    assert (session.name, session.place) == ("…’s birthday", "Rue Marie Curie, chez …")
    league = League.objects.get(pk=season.league_id)
    assert (league.name, league.description) == ("Coupe Marie Curie", "Ask … when we meet.")
    lines = AuditLine.objects.filter(did=Did.MOVED_SESSION.value).order_by("pk")
    assert [(line.before["preset"], line.after["place"]) for line in lines] == [
        ("Salle Marie Curie", "Salle Marie Curie"),
        ("Marie", "…"),
    ]


def test_reasons_of_leagues_where_they_never_were_keep_a_word_that_is_a_name(
    season: Season, leaver: Player
) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    elsewhere = make_session(
        make_season(name="Thursdays"), starts_at=tomorrow, status=Session.Status.PLANNED
    )
    session_life.cancel_session(elsewhere, "Too much snow", leaver)
    play(make_session(season), snow := PlayerFactory.create(name="Snow"), leaver)
    privacy.erase(snow)
    elsewhere.refresh_from_db()
    assert elsewhere.cancelled_because == "Too much snow"
    line = AuditLine.objects.get(did=Did.CANCELLED_SESSION.value)
    assert line.after["cancelled_because"] == "Too much snow"


def test_two_teams_that_bore_the_name_are_still_two(season: Season, leaver: Player) -> None:
    play(make_session(season), leaver, PlayerFactory.create())
    for called in ("Cunégonde", "CUNÉGONDE"):
        Team.objects.create(season=season, name=called)
    privacy.erase(leaver)
    assert sorted(Team.objects.values_list("name", flat=True)) == ["…", "… 2"]


# --- What somebody typed ---------------------------------------------------------------


def draft_with(season: Season, typist: Player, *who: Player | str) -> Game:
    """A game whose sheet is being typed with these people."""
    game = make_game(make_session(season), [typist])
    save_draft(game, texts_of(*who), typist, "page", timezone.now())
    return game


def entry_page(game: Game, reader: Player) -> str:
    return signed_in(reader).get(address(game, "game_submit"), follow=True).content.decode()


def test_drafts_and_their_pages_forget_who_was_typed_as_a_guest(
    season: Season, leaver: Player
) -> None:
    sam = make_member_with(Role.Kind.SCORER, season.league, name="Sam")
    game = draft_with(season, sam, "CUNÉGONDE", "Basile")
    assert "CUNÉGONDE" in entry_page(game, sam)

    privacy.erase(leaver)

    page = entry_page(game, sam)
    assert "CUNÉGONDE" not in page
    assert "Basile" in page


def test_a_page_that_still_shows_the_name_does_not_write_it_back(
    season: Season, leaver: Player
) -> None:
    sam = make_member_with(Role.Kind.SCORER, season.league, name="Sam")
    game = draft_with(season, sam, leaver.name)
    typed = {"page": "page", "version": game.version, "p0": "guest", "g0": leaver.name, "f0": ""}
    privacy.erase(leaver)

    answer = signed_in(sam).post(address(game, "game_draft"), typed)

    assert answer.status_code == HTTPStatus.CONFLICT
    game.refresh_from_db()
    assert leaver.name not in str(game.draft)


def test_reasons_forget_the_name_where_the_person_is_concerned(
    season: Season, leaver: Player
) -> None:
    other, session = PlayerFactory.create(), make_session(season)
    own = play(session, leaver, other)
    entered = play(session, other, PlayerFactory.create())
    namesake = play(session, other, make_guest("Cunégonde Dubois"))
    for game, by in ((own, other), (entered, leaver), (namesake, other)):
        results.void(game, by, "As cunégonde says", timezone.now())
    adjustments.adjust(session, other, Decimal(1), "Cunégonde: a bonus", leaver)

    privacy.erase(leaver)

    reasons = [game.versions.last().reason for game in (own, entered, namesake)]
    forgotten = "As … says"
    assert reasons == [forgotten, forgotten, "As cunégonde says"]
    assert Adjustment.objects.get().reason == "…: a bonus"
    assert leaver.name not in Client().get(address(own)).content.decode()


def test_a_reason_forgets_a_name_however_its_accents_were_typed(
    season: Season, leaver: Player
) -> None:
    game = play(make_session(season), leaver, PlayerFactory.create())
    sam = make_member_with(Role.Kind.SCORER, season.league, name="Sam")
    owner = season.league.roles.get(kind=Role.Kind.OWNER).player
    reason = normalize("NFD", "Cunégonde left early")
    points = {"points": "-1", "session": game.session_id, "reason": reason}
    signed_in(owner).post(url("player_points", season, leaver.pk), points)
    signed_in(sam).post(address(game, "game_void"), {"version": game.version, "reason": reason})

    privacy.erase(leaver)

    lines = game.versions.exclude(reason="").values_list("reason", flat=True)
    assert [*lines, Adjustment.objects.get().reason] == ["… left early"] * 2
