"""The log of a league: what was changed, by whom, with what stood before and after."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import KINDS, Did
from leagues.models import AuditLine, League, Role, Season
from leagues.models.errors import LeagueError
from leagues.people import adjustments, guests, merging
from leagues.sessions import session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import league_life, season_life
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(owner: Player) -> Season:
    season = make_season(owner)
    AuditLine._base_manager.all().delete()
    return season


def newest() -> AuditLine:
    line = AuditLine.objects.first()
    assert line is not None
    return line


def page(season: Season, reader: Player, **query: Any) -> str:
    answer = signed_in(reader).get(f"/leagues/{season.league.slug}/log/", query)
    return str(answer.content.decode())


def test_settings_are_told_with_what_stood_before(season: Season, owner: Player) -> None:
    league = season.league
    league.visibility, league.name = League.Visibility.MEMBERS, "Fridays"
    league_life.change_league(league, by=owner)
    line = newest()
    assert (line.by, line.kind) == (owner, "settings")
    assert line.before == {"name": "Tuesdays", "visibility": "public"}
    assert line.after == {"name": "Fridays", "visibility": "members"}
    shown = page(season, owner)
    assert "Who may see it: Anybody, even without an account → The members of the club" in shown


def test_saving_the_same_settings_is_no_change(season: Season, owner: Player) -> None:
    league_life.change_league(season.league, by=owner)
    assert not AuditLine.objects.exists()


def test_what_was_refused_is_not_told(season: Season, owner: Player) -> None:
    with pytest.raises(LeagueError):
        league_life.set_role(season.league, owner, None, by=owner)
    assert not AuditLine.objects.exists()


def test_roles_are_told_to_owners_only(season: Season, owner: Player) -> None:
    helper = PlayerFactory.create(name="Hugo")
    league_life.set_role(season.league, helper, Role.Kind.ORGANIZER, by=owner)
    assert newest().after == {"role": "organizer"}
    assert "Hugo" in page(season, owner)
    assert "gave a role" not in page(season, helper)


def test_the_life_of_a_season_and_its_rules(season: Season, owner: Player) -> None:
    draft = season_life.plan_season(season.league, "Autumn", season.season_rules, by=owner)
    rules = season.season_rules
    season_life.change_plan(draft.pk, "Winter", rules, draft.plan_version, by=owner)
    assert (newest().before, newest().after) == ({"name": "Autumn"}, {"name": "Winter"})
    season_life.open_season(draft.pk, timezone.now(), by=owner)
    season_life.close_season(draft.pk, timezone.now(), by=owner)
    season_life.archive_season(draft.pk, by=owner)
    dids = list(AuditLine.objects.order_by("pk").values_list("did", flat=True))
    assert dids == [
        "planned_season",
        "changed_rules",
        "opened_season",
        "closed_season",
        "archived_season",
    ]


def test_a_session_that_is_moved_and_deleted(season: Season, owner: Player) -> None:
    begins = timezone.now() + timedelta(days=3)
    plan = session_life.SessionPlan(name="", starts_at=begins, place="Here")
    session = session_life.plan_session(season.pk, plan, by=owner)
    later = session_life.SessionPlan(name="", starts_at=begins, place="There")
    session_life.change_session(session, later, by=owner)
    assert (newest().before, newest().after) == ({"place": "Here"}, {"place": "There"})
    session_life.drop_session(session, by=owner)
    assert (newest().did, newest().place) == ("deleted_session", "1")


def test_points_names_and_merges(season: Season, owner: Player) -> None:
    guest, member, other = make_guest("Domi"), PlayerFactory.create(), PlayerFactory.create()
    session = make_session(season)
    play(session, guest, other)
    adjustments.adjust(session, other, Decimal("2.5"), "late", owner)
    assert newest().after == {"points": "2.5", "reason": "late"}
    guests.rename_guest(season.pk, guest, "Dominique", by=owner)
    assert (newest().before, newest().after) == ({"name": "Domi"}, {"name": "Dominique"})
    guest.refresh_from_db()
    merging.undo(
        merging.merge(season.league, guest, member, owner, timezone.now()), owner, timezone.now()
    )
    merged = list(AuditLine.objects.filter(kind="merges").values_list("about", "other"))
    assert merged == [(guest.pk, member.pk)] * 2


def test_a_new_session_is_told_without_what_it_is_not(season: Season, owner: Player) -> None:
    plan = SessionPlan(starts_at=timezone.now(), place="Town hall")
    session_life.plan_session(season.pk, plan, owner)
    shown = page(season, owner)
    assert "Place: Town hall" in shown
    assert "This is the final" not in shown


def test_points_are_written_with_their_sign_as_everywhere(season: Season, owner: Player) -> None:
    session, player = make_session(season), make_guest("Domi")
    play(session, player, PlayerFactory.create())
    adjustments.adjust(session, player, Decimal("-1.5"), "late", owner)
    assert "Points: −1.5" in page(season, owner)
    french = signed_in(owner).get(
        f"/leagues/{season.league.slug}/log/", headers={"Accept-Language": "fr"}
    )
    assert "−1,5" in french.content.decode()


def test_an_erased_person_is_a_former_player(season: Season, owner: Player) -> None:
    helper, guest = PlayerFactory.create(name="Hugo"), make_guest("Domi")
    play(make_session(season), guest, PlayerFactory.create())
    league_life.set_role(season.league, helper, Role.Kind.SCORER, by=owner)
    guests.rename_guest(season.pk, guest, "Dominique", by=helper)
    told = privacy.personal_data(helper)["log"]
    assert [row["did"] for row in told] == ["gave_role", "renamed"]
    for person in (helper, guest):
        person.refresh_from_db()
        privacy.erase(person)
    assert AuditLine.objects.count() == 2
    shown = page(season, owner)
    assert "former player" in shown
    for name in ("Hugo", "Domi"):
        assert name not in shown


def test_the_log_is_filtered_and_paged(season: Season, owner: Player) -> None:
    for number in range(60):
        audit.record(season.league, Did.OPENED_SEASON, owner, after={"n": number})
    audit.record(season.league, Did.CHANGED_RULES, owner, season=season)
    assert page(season, owner).count("opened the season") == 49
    assert page(season, owner, page=2).count("opened the season") == 11
    assert "opened the season" not in page(season, owner, kind="rules")


def test_lines_are_only_added(season: Season, owner: Player) -> None:
    audit.record(season.league, Did.OPENED_SEASON, owner)
    with pytest.raises(TypeError):
        AuditLine.objects.update(did="")
    with pytest.raises(TypeError):
        AuditLine.objects.filter(by=owner).delete()
    season.league.delete()
    assert not AuditLine.objects.exists()


def test_everything_that_is_told_has_words_and_a_kind() -> None:
    unworded = [did for did in Did if str(did.label) == did.name.replace("_", " ").title()]
    assert unworded == []
    assert {KINDS[did] for did in Did} == set(AuditLine.Kind)
    assert all(len(did.value) <= 30 for did in Did)
