"""What else pages of the demo club show; addresses by name.

Tables at every station from the first seat to the result, links that are shown once, talk. The
first member sits first wherever the name does not say else.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse
from django.utils import timezone

from accounts import presence, services
from accounts.club import sign_up_requests
from accounts.models import Player, SignIn, SignUpRequest, User
from accounts.security import reset_links
from games.club_day import day_of
from games.friends import service as friends
from games.models import ReportCase, Table
from games.play import game_figures, playing, ratings
from games.play import pausing as pause
from games.practice import answers
from games.rules.actions import ChooseCard
from games.rules.options import Ending, Options, Variant
from games.seats import guests, inviting, rematch, seating
from games.talk import reports
from games.talk import service as talk
from tests.browser.staged import Told, stage, turns
from tests.games.rating.rated import rated_table
from tests.rules.builders import position
from tests.rules.builders import row as a_row
from tests.support.puzzles import make_puzzle
from tests.support.tables import open_table, play_to_the_end, play_turn, start_table

SAYS = (
    "Bonsoir tout le monde !",
    "Anyone for a second game afterwards?",
    "Je reviens dans deux minutes, ne m’attendez pas pour choisir vos cartes.",
    "👍",
)
BY_CORRESPONDENCE = 2 * 86_400


def chosen(count: int) -> Told:
    """The second turn of four, of whom so many have chosen: the last ones."""
    game = turns(Options(ending=Ending.ELIMINATION, limit=30), 4, 1)
    for seat in range(4 - count, 4):
        game.do(ChooseCard(seat, game.state.round.hands[seat][0]))
    return game


def row_asked() -> Told:
    """The first player's 2 fits nowhere."""
    rows = (a_row(10, 14, 15), a_row(30, 41), a_row(51, 54, 62, 66, 68), a_row(70))
    hands = ((2, 18, 35, 44), (99, 100, 101, 102), (16, 19, 20, 21), (71, 72, 73, 74))
    game = Told(position(rows, hands, number=2, round_scores=((4, 11, 0, 26),)))
    game.reveal(2, 99, 16, 71)
    return game


def waiting(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, str]]:
    """Tables whose game has not begun."""
    one, two, three, *_ = players
    table = open_table(one, two, bots=1, seats=6, name="Friday, the long one")
    yield "waiting", table.get_absolute_url()
    yield "guest-links", f"{table.get_absolute_url()}?invite"
    token = guests.invite(table.pk, one, now)
    yield "guest-link", reverse("games:guest_link", args=[token])
    yield "guest-link-used", reverse("games:guest_link", args=["no-such-link"])
    yield "waiting-empty", open_table(one, seats=10, name="").get_absolute_url()
    rated = rated_table(two, three, seats=4, name="Rated")
    inviting.invite(rated.pk, two, one.pk, now)
    yield "waiting-rated", rated.get_absolute_url()
    yield "waiting-to-sit", open_table(two, three, seats=4, name="Sit down").get_absolute_url()


def company(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, str]]:
    """Friends of the first one, who is invited and asked by others; some are on the site."""
    one, two, three, four, five, *_ = players
    for player in (two, three, four):
        friends.ask(one, player.pk, now)
        friends.accept(player, one.pk, now)
    friends.ask(five, one.pk, now)
    User.objects.filter(player=five).update(presence_for="members")
    for player in (two, three, five):
        user = User.objects.get(player=player)
        session = SessionStore()
        session.create()
        assert session.session_key
        SignIn.objects.create(session_id=session.session_key, user=user)
        presence.note(user.pk)
    invited = open_table(two, seats=3, name="Before dinner")
    inviting.invite(invited.pk, two, one.pk, now)
    table = open_table(one, seats=4, name="Four of us")
    inviting.invite(table.pk, one, three.pk, now)
    yield "waiting-for-invited", table.get_absolute_url()
    yield "invite", f"{table.get_absolute_url()}?invite"
    yield "profile-of-friend", reverse("games:profile", args=[two.pk])
    yield "profile-of-asking", reverse("games:profile", args=[five.pk])
    yield "own-profile", reverse("games:profile", args=[one.pk])


def sign_ups() -> None:
    """Two who wait for approval, and one who was refused."""
    for name, address in (
        ("Anne-Charlotte de Montmorency-Beauvais", "anne-charlotte.de.montmorency@example.org"),
        ("Yann", "yann@example.org"),
        ("Vente Flash", "offre@example.org"),
    ):
        user = User(email=address)
        sign_up_requests.ask(user, name, "fr")
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
    SignUpRequest.objects.filter(name="Vente Flash").update(refused_at=timezone.now())


def running(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, Table]]:
    """Tables in play."""
    yield "two-awaited", stage(players, chosen(2))
    yield "one-awaited", stage(players, chosen(3))
    yield "row-asked", stage(players, row_asked())
    slow = start_table(*players[:4], time_per_choice=BY_CORRESPONDENCE, name="One card a day")
    play_turn(slow)
    yield "correspondence", slow
    asked = stage(players, turns(Options(), 3, 2))
    # Proposed in an hour: it has not lapsed yet when it is looked at.
    pause.propose(asked.pk, 1, now + timedelta(hours=1))
    yield "pause-asked", asked
    paused = stage(players, turns(Options(), 3, 2))
    for seat in range(3):
        (pause.agree if seat else pause.propose)(paused.pk, seat, now)
    yield "paused", paused
    away = stage(players, turns(Options(), 4, 2))
    playing.step_away(away.pk, 0, now)
    yield "away", away
    talking = stage(players, turns(Options(), 5, 4))
    for at, text in enumerate(SAYS):
        talk.say(talking.pk, players[at], text, now)
    reports.report_message(talking.pk, 3, players[0], "advert", "Il le dit à chaque tour", now)
    reports.report_message(talking.pk, 2, players[3], "insult", "", now)
    reports.report_name(players[0], players[2], "pretends", "", now)
    organizer = Player.objects.filter(is_organizer=True).earliest("pk")
    case = ReportCase.objects.get(table=talking, number=2)
    reports.decide(case.pk, organizer, "dismissed", now)
    yield "talk", talking
    watched = start_table(*players[1:6], visibility=Table.Visibility.PUBLIC, name="Watched")
    play_turn(watched)
    yield "watched", watched


def over(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, Table]]:
    """Tables whose game is over."""
    for name, count, options in (
        ("over-base", 4, Options()),
        ("over-ten", 10, Options()),
        ("over-special", 4, Options(variant=Variant.SPECIAL)),
        ("over-draft", 3, Options(draft=True, known_cards=True, max_rounds=1)),
    ):
        table = start_table(*players[:count], options=options, visibility=Table.Visibility.PUBLIC)
        play_to_the_end(table)
        yield name, table
    rated = rated_table(*players[:4])
    seating.start(rated.pk, players[0], now)
    play_to_the_end(rated)
    ratings.rate_missing()
    yield "over-rated", rated
    again = start_table(*players[:3], visibility=Table.Visibility.PUBLIC)
    play_to_the_end(again)
    rematch.play_again(again.pk, players[1], now)
    yield "over-again", again
    stopped = start_table(*players[:3], visibility=Table.Visibility.PUBLIC)
    play_turn(stopped)
    playing.abandon(stopped.pk, players[0], now)
    yield "abandoned", stopped


def links(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, str]]:
    """Pages to which only a link leads."""
    organizer = Player.objects.get(is_organizer=True)
    _invitation, token = services.invite(organizer, "A neighbour")
    yield "join", reverse("accounts:join", args=[token])
    last = players[-1]
    assert last.user
    yield (
        "new-password",
        reverse("accounts:open_reset_link", args=[reset_links.make(organizer, last.user, now)]),
    )
    yield "reset-link", reverse("accounts:reset_link", args=[last.pk])
    yield "erase", reverse("accounts:erase", args=[last.pk])


def puzzles(players: Sequence[Player], now: datetime) -> Iterator[tuple[str, str]]:
    """A puzzle of today that others have answered, and one of yesterday that the first one has."""
    today = day_of(now)
    for ago in range(3):
        puzzle = make_puzzle(today - timedelta(days=ago))
        for player, card in zip(players[min(ago, 1) :], (45, 90, 45, 30), strict=False):
            answers.answer(player, puzzle, card, now - timedelta(days=ago), is_listed=True)
    yield "puzzle-answered", reverse("games:practice")
    open_one = make_puzzle(today - timedelta(days=3))
    yield "puzzle-open", open_one.get_absolute_url()


def stage_pages() -> dict[str, str]:
    players = list(Player.objects.filter(user__isnull=False, is_organizer=False).order_by("pk"))
    now = timezone.now()
    found = (
        dict(company(players, now))
        | dict(waiting(players, now))
        | dict(links(players, now))
        | dict(puzzles(players, now))
    )
    for name, table in running(players, now):
        found[name] = table.get_absolute_url()
        found[f"{name}-tv"] = reverse("games:table_tv", args=[table.code])
    for name, table in over(players, now):
        found[name] = table.get_absolute_url()
        found[f"{name}-tv"] = reverse("games:table_tv", args=[table.code])
        found[f"{name}-replay"] = reverse("games:replay", args=[table.code])
    sign_ups()
    game_figures.count_missing()
    return found
