"""The link of a table: one sheet, once, by whoever has it; a scorer confirms it."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import Player
from accounts.qr import ANY_MASK, qr_uri
from leagues.models import AuditLine, Game, GameVersion, League, Notice, Round, ScoreLink, Session
from leagues.sessions import session_life
from leagues.setup.season_life import close_season
from leagues.sheets import results
from leagues.sheets.score_links import service
from monitoring.redaction import hide_secrets
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address, address_in, fields
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_season, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo")]


@pytest.fixture
def game(owner: Player, people: list[Player]) -> Game:
    season = make_season(owner, name="Thursdays", visibility=League.Visibility.MEMBERS)
    return make_game(make_session(season), people)


def path_of(game: Game) -> str:
    game = Game.objects.select_related("session__season__league").get(pk=game.pk)
    return f"/leagues/score/{service.token_of(game, service.link_of(game))}/"


def filled(game: Game, people: list[Player], totals: tuple[int, ...] = (3, 30, 70)) -> Any:
    game.refresh_from_db()
    return fields(people, totals=totals, version=game.version)


def send(game: Game, people: list[Player], totals: tuple[int, ...] = (3, 30, 70)) -> Any:
    """A phone without an account sends the sheet."""
    return Client().post(path_of(game), filled(game, people, totals))


def test_a_stranger_enters_the_sheet_and_a_scorer_confirms_it(
    game: Game, people: list[Player], owner: Player
) -> None:
    page = Client().get(path_of(game)).content.decode()
    assert all(person.name in page for person in people)
    answer = send(game, people)
    assert answer.status_code == HTTPStatus.FOUND
    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED
    assert (game.entered_by, game.entered_by_link) == (None, True)
    shown = signed_in(owner).get(address(game)).content.decode()
    assert "by the link of the table" in shown
    results.confirm(game, owner, timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert list(game.versions.values_list("did", "by_link")) == [
        (GameVersion.Did.SUBMITTED, True),
        (GameVersion.Did.CONFIRMED, False),
    ]


def test_the_second_use_is_refused_and_shows_what_differs(game: Game, people: list[Player]) -> None:
    form = filled(game, people)
    send(game, people)
    again = Client().get(path_of(game))
    assert again.status_code == HTTPStatus.GONE
    assert "has already been sent" in again.content.decode()
    other = Client().post(path_of(game), form | {"t0": "5"})
    assert other.status_code == HTTPStatus.CONFLICT
    assert "Total, Ana" in other.content.decode()
    game.refresh_from_db()
    assert game.versions.count() == 1


def test_a_second_tap_says_that_it_was_sent(game: Game, people: list[Player]) -> None:
    form = filled(game, people)
    send(game, people)
    answer = Client().post(path_of(game), form, follow=True)
    assert answer.status_code == HTTPStatus.OK
    assert "counts once a scorer has confirmed it" in answer.content.decode()


def test_a_sheet_that_a_scorer_entered_takes_no_other(
    game: Game, people: list[Player], owner: Player
) -> None:
    path = path_of(game)
    enter(game, [3, 30, 70], by=owner)
    answer = Client().get(path)
    assert answer.status_code == HTTPStatus.GONE
    assert "is confirmed" in answer.content.decode()
    assert Client().post(path, filled(game, people)).status_code == HTTPStatus.CONFLICT


def test_the_link_of_a_session_that_ended_by_itself_lapses_a_week_after_that(
    game: Game, now: datetime
) -> None:
    session = Session.objects.filter(pk=game.session_id)
    last = now - timedelta(days=9)
    session.update(status=Session.Status.RUNNING, starts_at=last, active_at=last)
    session_life.end_forgotten(last + timedelta(days=1, minutes=1))
    kept = session.get()
    assert kept.status == Session.Status.CLOSED
    ended = last + timedelta(days=1)
    assert not service.has_lapsed(kept, ended + timedelta(days=6, hours=23))
    assert service.has_lapsed(kept, ended + timedelta(days=7, minutes=2))


def test_a_link_lapses_a_week_after_the_session(
    game: Game, people: list[Player], now: datetime
) -> None:
    session = Session.objects.filter(pk=game.session_id)
    session.update(status=Session.Status.CLOSED, starts_at=now, active_at=now - timedelta(days=8))
    assert Client().get(path_of(game)).status_code == HTTPStatus.OK
    session.update(starts_at=now - timedelta(days=7, minutes=1))
    assert "over for too long" in Client().get(path_of(game)).content.decode()
    assert send(game, people).status_code == HTTPStatus.CONFLICT


def test_a_closed_season_takes_no_sheet(game: Game, people: list[Player]) -> None:
    close_season(game.session.season_id, timezone.now(), anyway=True)
    assert "not running" in Client().get(path_of(game)).content.decode()
    assert send(game, people).status_code == HTTPStatus.CONFLICT


def test_a_renewed_link_replaces_the_printed_one(
    game: Game, people: list[Player], browser: Client
) -> None:
    printed = path_of(game)
    browser.post(address(game, "link_renew"), {"generation": 1})
    browser.post(address(game, "link_renew"), {"generation": 1})
    assert ScoreLink.objects.get(game=game).generation == 2, "a second tap makes no third link"
    answer = Client().get(printed)
    assert answer.status_code == HTTPStatus.GONE
    assert "replaced by a newer one" in answer.content.decode()
    assert Client().post(printed, filled(game, people)).status_code == HTTPStatus.CONFLICT
    assert send(game, people).status_code == HTTPStatus.FOUND
    assert [line.did for line in AuditLine.objects.filter(kind="links")] == ["renewed_link"]


def test_after_a_new_link_the_sheet_can_be_sent_again(
    game: Game, people: list[Player], owner: Player
) -> None:
    send(game, people)
    service.renew(game, owner, timezone.now(), 1)
    assert send(game, people, (5, 30, 70)).status_code == HTTPStatus.FOUND
    game.refresh_from_db()
    assert (game.status, game.versions.count()) == (Game.Status.SUBMITTED, 2)


def test_a_revoked_link_opens_nothing(game: Game, people: list[Player], owner: Player) -> None:
    signed_in(owner).post(address(game, "link_revoke"))
    answer = Client().get(path_of(game))
    assert answer.status_code == HTTPStatus.GONE
    assert "revoked" in answer.content.decode()
    assert send(game, people).status_code == HTTPStatus.CONFLICT


def test_a_forged_token_leads_nowhere(game: Game) -> None:
    number, _, signed = path_of(game).rstrip("/").rpartition("/")[2].partition("-")
    assert len(signed) * 6 >= 128
    for token in (
        number,
        f"{number}-",
        f"{number}-{signed[::-1]}",
        f"zz-{signed}",
        "é-a",
        "-" * 40,
    ):
        answer = Client().get(f"/leagues/score/{token}/")
        assert answer.status_code == HTTPStatus.NOT_FOUND, token
        assert "Ana" not in answer.content.decode()


def test_wrong_tokens_are_limited_and_the_right_one_still_opens(game: Game) -> None:
    statuses = [Client().get(f"/leagues/score/{n}-x/").status_code for n in range(31)]
    assert statuses[-1] == HTTPStatus.TOO_MANY_REQUESTS
    assert Client().get(path_of(game)).status_code == HTTPStatus.OK


def test_the_page_is_kept_from_caches_engines_and_other_sites(game: Game) -> None:
    answer = Client().get(path_of(game))
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "strict-origin"
    token = path_of(game).split("/")[3]
    assert token not in answer.content.decode()


def test_the_token_is_not_logged(game: Game) -> None:
    assert hide_secrets(f"GET {path_of(game)}") == "GET /leagues/score/…/"


def test_the_page_names_only_the_people_of_the_table(game: Game, owner: Player) -> None:
    stranger = PlayerFactory.create(name="Zoé")
    page = Client().get(path_of(game)).content.decode()
    for hidden in (stranger.name, owner.name, "Thursdays"):
        assert hidden not in page


def test_a_draft_by_link_cannot_look_up_names(game: Game, people: list[Player]) -> None:
    hidden = PlayerFactory.create(name="Zoé")
    form = filled(game, [hidden, *people[1:]])
    kept = Client().post(path_of(game) + "draft/", form | {"f1": hidden.pk, "page": "aa"})
    assert kept.status_code == HTTPStatus.OK
    game.refresh_from_db()
    assert game.draft is not None
    assert (game.draft["texts"]["p0"], game.draft["texts"]["f1"]) == ("", "")
    assert "Zoé" not in Client().get(path_of(game)).content.decode()


def test_the_draft_is_kept_for_the_other_phone(game: Game, people: list[Player]) -> None:
    form = filled(game, people, (3, 30, 66))
    Client().post(path_of(game) + "draft/", form | {"page": "first"})
    assert 'value="66"' in Client().get(path_of(game)).content.decode()


def test_of_two_phones_the_later_sees_the_difference(game: Game, people: list[Player]) -> None:
    form = filled(game, people)
    draft = path_of(game) + "draft/"
    assert Client().post(draft, form | {"page": "first"}).status_code == HTTPStatus.OK
    later = Client().post(draft, form | {"page": "second", "t0": "9"})
    assert later.status_code == HTTPStatus.CONFLICT
    assert "Total, Ana" in later.content.decode()
    sent = Client().post(path_of(game), form | {"page": "second", "t0": "9"})
    assert sent.status_code == HTTPStatus.CONFLICT
    assert ScoreLink.objects.filter(used_at__isnull=False).count() == 0


def test_a_draft_after_the_sheet_was_sent_is_refused(game: Game, people: list[Player]) -> None:
    form = filled(game, people)
    send(game, people)
    late = Client().post(path_of(game) + "draft/", form | {"t1": "31"})
    assert late.status_code == HTTPStatus.CONFLICT
    assert "has already been sent" in late.content.decode()


def test_a_draft_that_comes_in_after_the_same_sheet_is_no_conflict(
    game: Game, people: list[Player]
) -> None:
    form = filled(game, people)
    send(game, people)
    late = Client().post(path_of(game) + "draft/", form)
    assert late.status_code == HTTPStatus.OK
    assert "has already been sent" not in late.content.decode()
    game.refresh_from_db()
    assert (game.status, game.draft) == (Game.Status.SUBMITTED, None)


def test_somebody_else_at_the_table_is_text_that_a_scorer_matches(
    game: Game, people: list[Player], owner: Player, browser: Client
) -> None:
    count = Player.objects.count()
    form = filled(game, people) | {"p2": "guest", "g2": "Émile"}
    assert Client().post(path_of(game), form).status_code == HTTPStatus.FOUND
    game.refresh_from_db()
    assert (game.status, Player.objects.count()) == (Game.Status.SEATED, count)
    assert Client().get(path_of(game)).status_code == HTTPStatus.GONE
    to_confirm = Notice.objects.filter(kind=Notice.Kind.TO_CONFIRM, game=game)
    assert list(to_confirm.values_list("player", flat=True)) == [owner.pk]
    season = game.session.season
    listed = browser.get(f"/leagues/{season.league.slug}/{season.number}/to-confirm/", follow=True)
    assert address(game, "game_submit") in listed.content.decode()
    assert "Nothing is waiting" not in listed.content.decode()
    assert "Émile" in browser.get(address(game, "game_submit"), follow=True).content.decode()
    matched = fields(people, totals=(3, 30, 70), version=game.version)
    browser.post(address(game, "game_submit"), matched)
    game.refresh_from_db()
    assert (game.status, game.entered_by) == (Game.Status.CONFIRMED, owner)
    assert not to_confirm.exists()


@pytest.mark.parametrize(
    ("page", "sent"), [("game_draft", {"throw_away": "1"}), ("link_renew", {"generation": 1})]
)
def test_nobody_is_told_of_a_sheet_to_match_that_was_thrown_away(
    game: Game, people: list[Player], owner: Player, page: str, sent: dict[str, Any]
) -> None:
    Client().post(path_of(game), filled(game, people) | {"p2": "guest", "g2": "Émile"})
    to_confirm = Notice.objects.filter(kind=Notice.Kind.TO_CONFIRM, game=game)
    assert to_confirm.exists()
    game.refresh_from_db()
    signed_in(owner).post(address(game, page), sent | {"version": game.version})
    assert not to_confirm.exists()


def test_printed_sheets_carry_the_code_for_scorers_alone(
    game: Game, owner: Player, browser: Client
) -> None:
    first, second = (
        browser.get(address(game, "game_print"), follow=True).content.decode() for _ in range(2)
    )
    code = first[first.index("data:image/svg+xml") :].partition('"')[0]
    assert code in second, "printed again it is the same"
    handed_out = (
        signed_in(owner).get(address_in(game.session, "hand_out"), follow=True).content.decode()
    )
    assert "data:image/svg+xml" in handed_out
    member = signed_in(PlayerFactory.create())
    assert (
        "data:image/svg+xml"
        not in member.get(address(game, "game_print"), follow=True).content.decode()
    )
    for reader in (member, signed_in(game.seats.get(index=0).player)):
        assert "/leagues/score/" not in reader.get(address(game)).content.decode()
    assert path_of(game) in signed_in(owner).get(address(game)).content.decode()


def test_a_link_and_the_log_call_a_table_as_people_do_and_open_nothing_of_a_hidden_round(
    game: Game, people: list[Player], owner: Player
) -> None:
    row = Round.objects.create(session=game.session, number=2, seed=1)
    Game.objects.filter(pk=game.pk).update(round=row, number=7, table_number=3)
    hidden = Client().get(path_of(game))
    assert hidden.status_code == HTTPStatus.GONE
    assert "are not shown yet" in hidden.content.decode()
    assert "Ana" not in hidden.content.decode()
    assert send(game, people).status_code == HTTPStatus.CONFLICT
    slips = address_in(game.session, "slips")
    assert "opens this score sheet" in signed_in(owner).get(slips, follow=True).content.decode()
    Round.objects.update(released_at=timezone.now())
    assert "Round 2, table 3" in Client().get(path_of(game)).content.decode()
    sent = Client().post(path_of(game), filled(game, people), follow=True)
    assert "Round 2, table 3: the result counts once" in sent.content.decode()
    signed_in(owner).post(f"{address_in(game.session, 'session')}games/7/link/revoke/")
    place = AuditLine.objects.get(kind="links").place
    assert place == "1.2.3"
    shown = signed_in(owner).get(f"/leagues/{game.session.season.league.slug}/log/")
    assert "Session 1, round 2, table 3" in shown.content.decode()


def test_a_code_that_was_printed_before_people_changed_places_says_so(
    game: Game, people: list[Player]
) -> None:
    printed = service.address_of(game, RequestFactory().get("/"))
    words = "people have changed places"
    assert words not in Client().get(printed).text
    seat = game.seats.get(player=people[2])
    seat.player = PlayerFactory.create(name="Zoé")
    seat.save()
    game = Game.objects.select_related("session__season__league").get(pk=game.pk)
    page = Client().get(printed).text
    assert words in page
    assert "Zoé" in page
    assert words not in Client().get(path_of(game)).text, "typed by hand, without what is printed"
    fresh = service.address_of(game, RequestFactory().get("/"))
    assert words not in Client().get(fresh).text, "printed again"


def test_tables_of_one_number_in_two_rounds_have_codes_of_their_own(owner: Player) -> None:
    session = make_session(make_season(owner))
    for number in (1, 2):
        row = Round.objects.create(session=session, number=number, seed=1)
        make_game(session, [PlayerFactory.create() for _ in range(2)], round=row, table_number=1)
    page = signed_in(owner).get(address_in(session, "hand_out"), follow=True).content.decode()
    codes = {part.partition('"')[0] for part in page.split("data:image/svg+xml")[1:]}
    assert len(codes) == 2


def test_slips_lead_scorers_to_the_sheet_and_others_to_the_page_of_the_table(
    game: Game, people: list[Player], owner: Player
) -> None:
    slips = address_in(game.session, "slips")
    code = qr_uri(service.address_of(game, RequestFactory().get("/")), ANY_MASK)
    assert signed_in(owner).get(slips, follow=True).content.decode().count(code) == len(people)
    member = signed_in(people[0]).get(slips, follow=True).content.decode()
    assert code not in member
    assert qr_uri(f"http://testserver{address(game)}", ANY_MASK) in member


def test_a_sheet_with_faults_is_shown_again(game: Game, people: list[Player]) -> None:
    answer = send(game, people, (3, 30, 40))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert send(game, people).status_code == HTTPStatus.FOUND
