"""Who may do what, written as a table: every address of the leagues, every kind of person."""

from http import HTTPStatus
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from accounts.models import Player, User
from accounts.pictures import files
from accounts.pictures.drawing import Kind
from leagues.exports import tokens
from leagues.models import Entrant, League, Role, Round, Season, SheetPhoto, Team
from leagues.notices.sending import TURN_OFF
from leagues.pages.access import Level
from leagues.people import signing_up
from leagues.setup.league_life import set_role
from leagues.sheets.score_links import service as score_links
from leagues.urls import urlpatterns
from tests.conftest import Share
from tests.factories import PlayerFactory, UserFactory
from tests.support.leagues import enter, make_game, make_season, make_session, make_webhook

pytestmark = pytest.mark.django_db

VIEWER, MEMBER, PLAYER = Level.VIEWER, Level.MEMBER, "player"
SCORER, ORGANIZER, OWNER = Level.SCORER, Level.ORGANIZER, Level.OWNER
MAKER, BOTH = "maker", "organizer of club and league"

# By name of the address: who may look, who may send; None where it is not done.
# PLAYER: who sits at the game, and scorers. MAKER: organizers of the club, who may found leagues.
# BOTH: those of them who run this league.
RIGHTS: dict[str, tuple[Any, Any]] = {
    "list": (VIEWER, None),
    "new": (MAKER, MAKER),
    "rules_example": (None, MEMBER),
    "notices": (MEMBER, None),
    "notices_read": (None, MEMBER),
    "notices_choose": (None, MEMBER),
    "notice": (MEMBER, None),
    "notices_off": (VIEWER, VIEWER),
    "league": (VIEWER, None),
    "settings": (OWNER, OWNER),
    "webhooks": (OWNER, OWNER),
    "webhook": (OWNER, OWNER),
    "webhook_test": (None, OWNER),
    "webhook_secret": (None, OWNER),
    "webhook_delete": (None, OWNER),
    "log": (ORGANIZER, None),
    "league_delete": (OWNER, OWNER),
    "roles": (OWNER, None),
    "role_set": (None, OWNER),
    "role_take": (None, OWNER),
    "ratings": (VIEWER, None),
    "season_new": (ORGANIZER, ORGANIZER),
    "season_import": (ORGANIZER, ORGANIZER),
    "season_import_example": (ORGANIZER, None),
    "season_delete": (OWNER, OWNER),
    "season_back": (None, ORGANIZER),
    "season": (VIEWER, None),
    "season_edit": (ORGANIZER, ORGANIZER),
    "season_open": (None, ORGANIZER),
    "rules": (VIEWER, None),
    "rules_amend": (ORGANIZER, ORGANIZER),
    "story": (VIEWER, None),
    "head_to_head": (VIEWER, None),
    "charts": (VIEWER, None),
    "season_picture": (VIEWER, None),
    "season_picture_png": (VIEWER, None),
    "career": (VIEWER, None),
    "teams": (VIEWER, None),
    "team_new": (None, ORGANIZER),
    "team": (VIEWER, None),
    "team_rename": (None, ORGANIZER),
    "team_delete": (None, ORGANIZER),
    "team_join": (None, ORGANIZER),
    "team_leave": (None, ORGANIZER),
    "teams_csv": (VIEWER, None),
    "teams_json": (VIEWER, None),
    "final": (VIEWER, None),
    "what_it_takes": (VIEWER, None),
    "session_ranking": (VIEWER, None),
    "tonight": (VIEWER, None),
    "sessions": (VIEWER, None),
    "session_new": (ORGANIZER, ORGANIZER),
    "session": (VIEWER, None),
    "session_edit": (ORGANIZER, ORGANIZER),
    "session_drop": (None, ORGANIZER),
    "session_cancel": (None, ORGANIZER),
    "session_reinstate": (None, ORGANIZER),
    "session_begin": (None, SCORER),
    "session_close": (None, ORGANIZER),
    "session_reopen": (None, ORGANIZER),
    "reply": (None, MEMBER),
    "put_first": (None, ORGANIZER),
    "come": (None, MEMBER),
    "check_in": (SCORER, None),
    "arrive": (None, SCORER),
    "leave": (None, SCORER),
    "add_guest": (None, SCORER),
    "arrive_named": (None, SCORER),
    "check_in_rename": (None, ORGANIZER),
    "seating": (ORGANIZER, None),
    "draw": (None, ORGANIZER),
    "take_apart": (None, ORGANIZER),
    "wishes": (ORGANIZER, None),
    "wish_add": (None, ORGANIZER),
    "wish_remove": (None, ORGANIZER),
    "round": (ORGANIZER, ORGANIZER),
    "round_release": (None, ORGANIZER),
    "round_timer": (VIEWER, SCORER),
    "start_tables": (SCORER, SCORER),
    "hand_out": (SCORER, None),
    "print": (VIEWER, None),
    "slips": (VIEWER, None),
    "deals": (VIEWER, None),
    "deal_list": (VIEWER, None),
    "screen": (VIEWER, None),
    "to_confirm": (SCORER, None),
    "confirm_ticked": (None, SCORER),
    "game_new": (SCORER, SCORER),
    "import": (SCORER, SCORER),
    "import_template": (SCORER, None),
    "game": (VIEWER, None),
    "game_print": (VIEWER, None),
    "game_submit": (PLAYER, PLAYER),
    "game_draft": (None, PLAYER),
    "game_correct": (SCORER, SCORER),
    "game_confirm": (None, SCORER),
    "game_turn_down": (None, SCORER),
    "game_void": (None, SCORER),
    "game_restore": (None, SCORER),
    "game_not_played": (None, ORGANIZER),
    "link_renew": (None, ORGANIZER),
    "link_revoke": (None, ORGANIZER),
    "sheet_photo_add": (None, PLAYER),
    "sheet_photo": (SCORER, None),
    "sheet_photo_delete": (None, ORGANIZER),
    # Whoever has the link of a table, whoever they are.
    "score_link": (VIEWER, VIEWER),
    "score_link_draft": (None, VIEWER),
    "score_link_sent": (VIEWER, None),
    "score_link_photo": (None, VIEWER),
    "calendar": (VIEWER, None),
    "feed": (VIEWER, None),
    "picture": (VIEWER, None),
    "standings_csv": (VIEWER, None),
    "standings_json": (VIEWER, None),
    "results_csv": (VIEWER, None),
    "results_json": (VIEWER, None),
    "embed": (VIEWER, None),
    "share": (VIEWER, None),
    "address_renew": (None, MEMBER),
    "address_revoke": (None, MEMBER),
    "tokens": (MEMBER, MEMBER),
    "token_revoke": (None, MEMBER),
    # Whoever has the address, whoever they are.
    "private_calendar": (VIEWER, None),
    "private_feed": (VIEWER, None),
    "summary": (VIEWER, None),
    "merge": (ORGANIZER, ORGANIZER),
    "merge_undo": (None, ORGANIZER),
    "close": (ORGANIZER, ORGANIZER),
    "archive": (None, ORGANIZER),
    "copy": (ORGANIZER, ORGANIZER),
    "players": (VIEWER, None),
    # Whoever lets people into the club must run it, too.
    "invite_new": (None, BOTH),
    "invite_revoke": (None, BOTH),
    # Whoever has a link for many, whoever they are.
    "join": (VIEWER, VIEWER),
    "join_by_link": (VIEWER, None),
    "sign_up": (None, MEMBER),
    "sign_up_leave": (None, MEMBER),
    "sign_up_answer": (None, ORGANIZER),
    "sign_up_choose": (None, ORGANIZER),
    "player_add": (None, ORGANIZER),
    "players_named": (None, ORGANIZER),
    "own_rating": (None, MEMBER),
    "player_rename": (None, ORGANIZER),
    "player_withdraw": (ORGANIZER, ORGANIZER),
    "player_return": (None, ORGANIZER),
    "player_rating": (None, ORGANIZER),
    "player_points": (None, ORGANIZER),
    "adjustments": (VIEWER, None),
    "adjustment_cancel": (None, ORGANIZER),
}

OF_ONE_LEAGUE = [each for each in urlpatterns if "slug" in each.pattern.converters]
PEOPLE = (
    "anonymous", "member", "player", "scorer", "organizer", "owner",
    "owner of another league", "organizer of the club", "staff",
)  # fmt: skip
# Where nobody is refused, what is drawn depends on these at most.
WHERE_ALL_MAY = ("anonymous", "player", "owner")
LEVELS = {
    "anonymous": Level.VIEWER,
    "scorer": Level.SCORER,
    "organizer": Level.ORGANIZER,
    "owner": Level.OWNER,
    "staff": Level.OWNER,
}


def may(person: str, right: Any) -> bool:
    """Whether the table allows it."""
    if right == MAKER:
        return person in {"organizer of the club", "staff"}
    if right == BOTH:
        return person == "staff"
    level = LEVELS.get(person, Level.MEMBER)
    if right == PLAYER:
        return person == "player" or level >= Level.SCORER
    return bool(level >= right)


class Club:
    """A league with a running season, a session with a game in play and one that counts."""

    def __init__(self, visibility: League.Visibility) -> None:
        self.people: dict[str, User] = {}
        self.clients = {"anonymous": Client()}
        for name in PEOPLE[1:]:
            self.people[name] = UserFactory.create(is_staff=name == "staff")
            Player.objects.create(
                user=self.people[name],
                name=name,
                is_organizer=name == "organizer of the club",
            )
            self.clients[name] = client = Client()
            client.force_login(
                self.people[name], "allauth.account.auth_backends.AuthenticationBackend"
            )
        self.season = make_season(self.people["owner"].player, visibility=visibility, final=2)
        self.league = self.season.league
        set_role(self.league, self.people["scorer"].player, Role.Kind.SCORER)
        set_role(self.league, self.people["organizer"].player, Role.Kind.ORGANIZER)
        make_season(self.people["owner of another league"].player, name="Another")
        self.session = make_session(self.season)
        others = PlayerFactory.create_batch(2)
        seated = [self.people["player"].player, *others]
        self.played = enter(make_game(self.session, seated), [3, 30, 70])
        drawn = Round.objects.create(
            session=self.session, number=1, seed=1, released_at=self.session.starts_at
        )
        self.game = make_game(self.session, seated, round=drawn)
        self.team = Team.objects.create(season=self.season, name="Reds")
        staff, last_day = self.people["staff"].player, timezone.localdate()
        self.invite_token = signing_up.make_invite(self.season, staff, 9, last_day)
        for client in self.clients.values():
            client.get(reverse("leagues:join_by_link", args=[self.invite_token]))
        self.role = Role.objects.get(league=self.league, kind=Role.Kind.SCORER)

    def address(self, pattern: URLPattern) -> str:
        """The address with ids of this club."""
        ids = {
            "slug": self.league.slug,
            "number": self.season.number,
            "session": self.session.number,
            "game": self.game.number,
            "round": 1,
            "player_id": self.people["player"].player.pk,
            "role_id": self.role.pk,
            "team_id": self.team.pk,
            "merge_id": 0,
            "adjustment_id": 0,
            "notice_id": 0,
            "photo_id": self.photo_id(pattern),
            "token": self.token_for(pattern),
            "token_id": 0,
            "webhook_id": self.webhook_id(pattern),
            "invite_id": self.season.invites.get().pk,
        }
        wanted = pattern.pattern.converters
        return reverse(f"leagues:{pattern.name}", kwargs={name: ids[name] for name in wanted})

    def photo_id(self, pattern: URLPattern) -> int:
        """A photo of the sheet that is looked at; 0 where none is needed."""
        if pattern.name != "sheet_photo":
            return 0
        name = files.write(b"a photo", Kind.SHEET)
        at = timezone.now()
        return SheetPhoto.objects.create(game=self.game, file=name, size=7, at=at).pk

    def webhook_id(self, pattern: URLPattern) -> int:
        """A webhook of the league; 0 where none is needed."""
        if not str(pattern.name).startswith("webhook_") and pattern.name != "webhook":
            return 0
        return make_webhook(self.league).pk

    def token_for(self, pattern: URLPattern) -> str:
        """The secret of an address that needs no account."""
        if str(pattern.name).startswith("private_"):
            owner = self.people["owner"].player
            return tokens.token_of(tokens.renew_address(owner, self.league, timezone.now()))
        if pattern.name == "notices_off":
            return TURN_OFF.token_of(self.people["player"].player.pk)
        if pattern.name == "join_by_link":
            return self.invite_token
        return score_links.token_of(self.game, score_links.link_of(self.game))

    def ask(self, person: str, method: str, address: str) -> HttpResponse:
        """The answer to somebody; whatever it changed is taken back."""
        with transaction.atomic():
            answer = self.clients[person].generic(method, address)
            transaction.set_rollback(True)
        return answer  # type: ignore[return-value]


@pytest.fixture(scope="module")
def club(share: Share) -> Club:
    return share(lambda: Club(League.Visibility.PUBLIC))


@pytest.fixture(scope="module")
def members_club(share: Share) -> Club:
    return share(lambda: Club(League.Visibility.MEMBERS))


def is_sent_to_sign_in(answer: HttpResponse) -> bool:
    return answer.status_code == HTTPStatus.FOUND and answer["Location"].startswith(
        reverse("account_login")
    )


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_each_person_may_do_what_the_table_says(club: Club, pattern: URLPattern) -> None:
    address = club.address(pattern)
    for method, right in zip(("GET", "POST"), RIGHTS[str(pattern.name)], strict=True):
        if right is None:
            assert club.ask("staff", method, address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
            continue
        for person in WHERE_ALL_MAY if right == VIEWER else PEOPLE:
            answer = club.ask(person, method, address)
            told = (method, address, person, answer.status_code)
            assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, told
            if may(person, right):
                assert not is_sent_to_sign_in(answer), told
                # What a form does not name is not found; that is not a question of rights.
                refused = {403, 404, 405} if method == "GET" else {403, 405}
                assert answer.status_code not in refused, told
            elif person == "anonymous":
                assert is_sent_to_sign_in(answer), told
            else:
                assert answer.status_code == HTTPStatus.FORBIDDEN, told


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_other_methods_are_refused(club: Club, pattern: URLPattern) -> None:
    answer = club.ask("staff", "DELETE", club.address(pattern))
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("pattern", OF_ONE_LEAGUE, ids=lambda pattern: pattern.name)
def test_a_stranger_sees_nothing_of_a_members_league(
    members_club: Club, pattern: URLPattern
) -> None:
    looking, sending = RIGHTS[str(pattern.name)]
    method = "POST" if looking is None else "GET"
    assert looking or sending
    answer = members_club.ask("anonymous", method, members_club.address(pattern))
    assert is_sent_to_sign_in(answer)
    assert members_club.league.name not in answer.content.decode()


@pytest.mark.parametrize("pattern", OF_ONE_LEAGUE, ids=lambda pattern: pattern.name)
def test_what_does_not_exist_looks_like_what_one_may_not_see(
    club: Club, pattern: URLPattern
) -> None:
    looking, _sending = RIGHTS[str(pattern.name)]
    method = "POST" if looking is None else "GET"
    address = club.address(pattern).replace(club.league.slug, "no-such-league")
    assert is_sent_to_sign_in(club.ask("anonymous", method, address))
    assert club.ask("member", method, address).status_code == HTTPStatus.NOT_FOUND


def test_a_season_being_prepared_is_seen_by_its_organizers_only(club: Club) -> None:
    Season.objects.filter(pk=club.season.pk).update(status=Season.Status.DRAFT)
    address = reverse("leagues:season", args=[club.league.slug, club.season.number])
    seen = {person: club.ask(person, "GET", address).status_code for person in PEOPLE}
    allowed = {"organizer", "owner", "staff"}
    assert {person for person, status in seen.items() if status == HTTPStatus.OK} == allowed


def test_a_season_being_prepared_looks_to_others_as_if_it_were_not_there(club: Club) -> None:
    Season.objects.filter(pk=club.season.pk).update(status=Season.Status.DRAFT)
    for number in (club.season.number, club.season.number + 1):
        address = reverse("leagues:season", args=[club.league.slug, number])
        assert is_sent_to_sign_in(club.ask("anonymous", "GET", address))
        assert club.ask("member", "GET", address).status_code == HTTPStatus.NOT_FOUND


def test_a_league_that_is_not_listed_is_found_by_its_address_only() -> None:
    club = Club(League.Visibility.UNLISTED)
    listed, address = reverse("leagues:list"), club.league.get_absolute_url()
    for person in ("anonymous", "member"):
        assert address not in club.ask(person, "GET", listed).content.decode()
        assert club.ask(person, "GET", address).status_code == HTTPStatus.OK
    assert address in club.ask("owner", "GET", listed).content.decode()


def test_who_lost_a_role_lost_its_rights(club: Club) -> None:
    address = reverse("leagues:season_edit", args=[club.league.slug, club.season.number])
    assert club.ask("organizer", "GET", address).status_code == HTTPStatus.OK
    set_role(club.league, club.people["organizer"].player, None)
    assert club.ask("organizer", "GET", address).status_code == HTTPStatus.FORBIDDEN


def test_playing_in_a_season_gives_no_right_over_it(club: Club) -> None:
    assert Entrant.objects.filter(season=club.season, player=club.people["player"].player).exists()
    address = reverse("leagues:to_confirm", args=[club.league.slug, club.season.number])
    assert club.ask("player", "GET", address).status_code == HTTPStatus.FORBIDDEN
