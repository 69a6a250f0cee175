"""The page of a player over the seasons of a league."""

import random
import re
from datetime import timedelta
from fractions import Fraction
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, ProfileFor, User
from leagues.models import Entrant, League, Season, Session
from leagues.people import merging
from leagues.people import players as services
from leagues.season_rules import SeasonRules
from leagues.setup import season_life
from leagues.standings.careers.career import career_of, games_of
from leagues.standings.careers.record import totals as totals_of
from leagues.standings.counted_games import RANKED
from leagues.standings.meetings import met_by
from leagues.standings.scoring.head_to_head import Rival
from tests.factories import PlayerFactory
from tests.leagues.browsing import url, words_of
from tests.support.clients import html_of, signed_in
from tests.support.leagues import enter, make_game, make_guest, make_season, make_session, play
from tests.support.tables import named

pytestmark = pytest.mark.django_db


def address(season: Season, player: Player) -> str:
    return reverse("leagues:career", args=[season.league.slug, player.pk])


def page(season: Season, player: Player) -> str:
    return html_of(signed_in().get(address(season, player), follow=True))


def drawings(html: str) -> int:
    """How many the career has, beside those of the season above it."""
    return html.partition('id="career"')[2].count('role="img"')


def second_season(first: Season) -> Season:
    """The season after, running, with rules of its own."""
    rules = SeasonRules(min_games=0)
    season = season_life.plan_season(first.league, "Autumn", rules)
    season_life.open_season(season.pk, timezone.now())
    season.refresh_from_db()
    return season


def test_somebody_who_is_listed_and_has_not_played_has_an_empty_page(
    season: Season, ana: Player
) -> None:
    services.add_player(season.pk, ana)
    assert "No game of this player counts yet." in page(season, ana)


@pytest.mark.parametrize("query", ["", "?session=1"])
def test_the_parts_that_a_story_names_are_on_it(
    season: Season, query: str, ana: Player, bob: Player
) -> None:
    for _session in range(2):
        play(make_session(season), ana, bob)
    html = signed_in().get(url("story", season, ana.pk) + query).content.decode()
    nav = html[html.index("tabs--within") :].partition("</nav>")[0]
    parts = re.findall(r'href="#([\w-]+)"', nav)
    assert ("met" in parts) is (query == ""), "of an earlier session it is not told"
    assert [part for part in parts if f'id="{part}"' not in html] == []


def test_two_seasons_by_hand(ana: Player, bob: Player, cem: Player) -> None:
    """Spring: first of three, then second of three with rounds; autumn: second of two.

    In spring Bob has the same 75, with 15 heads against 22.
    """
    spring = make_season(min_games=0)
    play(make_session(spring), ana, bob, cem)
    enter(make_game(make_session(spring), [ana, bob, cem]), rounds=[(5, 0, 40), (7, 0, 30)])
    autumn = second_season(spring)
    play(make_session(autumn), bob, ana)
    career = career_of(spring.league, ana)
    # 12 heads in the two rounds that are told.
    everything = career["all"]
    assert (everything.games, everything.index, everything.wins) == (3, 50, 1)
    assert (everything.last, everything.heads_per_round) == (1, 6)
    standings = {row.season.name: row.standing for row in career["seasons"]}
    assert {name: (row.place, row.classed, row.figure) for name, row in standings.items()} == {
        "Spring": (2, 3, 75),
        "Autumn": (2, 2, 0),
    }
    assert list(standings) == ["Autumn", "Spring"]
    assert career["rivals"] == [(bob, Rival(bob.pk, 1, 0, 2)), (cem, Rival(cem.pk, 2, 0, 0))]
    assert career["best_rival"] is None
    assert career["worst_rival"] == (bob, Rival(bob.pk, 1, 0, 2))
    assert [(label, sums.games) for label, sums in career["sizes"]] == [("2", 1), ("3", 2)]
    assert [run for _label, run in career["series"]] == [(1, 0), (2, 0), (3, 3)]
    assert career["rules"] == [("Played to 66 heads", 3)]
    said = words_of(page(autumn, ana))
    assert "Autumn 2 of 2 0.00 Index 1 0.00 0 1" in said
    assert "Spring 2 of 3 75.00 Index 2 75.00 1 0" in said
    assert "Bob −1 in 3 games" in said


def test_a_past_season_that_is_imported_later_comes_before_the_one_that_runs(
    ana: Player, bob: Player
) -> None:
    """Won twice in the winter that was imported, then lost in spring: no series goes on."""
    spring = make_season(min_games=0)
    play(make_session(spring), bob, ana)
    winter = second_season(spring)
    opened = timezone.now() - timedelta(weeks=80)
    Season.objects.filter(pk=winter.pk).update(name="Winter", opened_at=opened)
    for weeks in (80, 79):
        starts_at = timezone.now() - timedelta(weeks=weeks)
        play(make_session(winter, starts_at=starts_at), ana, bob)
    career = career_of(spring.league, ana)
    assert [row.season.name for row in career["seasons"]] == ["Spring", "Winter"]
    assert [run for _label, run in career["series"]] == [(2, 0), (2, 0), (3, 3)]


def test_the_page_shows_it_and_leads_to_what_it_comes_from() -> None:
    season = make_season(min_games=0)
    ana, bob = named("Ana & Co", "Bob")
    game = play(make_session(season), ana, bob)
    html = page(season, ana)
    said = words_of(html)
    assert "Ana &amp; Co" in html
    assert "Index 100.00" in said
    assert f'href="{game.get_absolute_url()}"' in html
    assert f'href="{url("story", season, ana.pk)}"' in html
    assert f'href="{address(season, bob)}"' in html
    assert drawings(html) == 1


def test_level_finishes_are_told_apart(
    season: Season, ana: Player, bob: Player, cem: Player
) -> None:
    enter(make_game(make_session(season), [ana, bob, cem]), [10, 10, 70])
    assert met_by(RANKED, ana) == [(bob, Rival(bob.pk, 0, 1, 0)), (cem, Rival(cem.pk, 1, 0, 0))]


def test_whom_one_met_equally_often_stand_by_name(season: Season, ana: Player) -> None:
    people = [PlayerFactory.create(name=name) for name in ("Zoé", "Élodie", "abel")]
    play(make_session(season), ana, *people)
    assert [other.name for other, _rival in met_by(RANKED, ana)] == ["abel", "Élodie", "Zoé"]


def test_random_seasons_agree_with_a_count_by_hand() -> None:
    """Rivals, index and wins from the totals as they were entered."""
    chance = random.Random("careers")
    season = make_season(min_games=0, fewest=2, most=6)
    everybody = PlayerFactory.create_batch(6)
    own = everybody[0]
    met: dict[int, list[int]] = {}
    indexes, wins = [], Fraction(0)
    for _session in range(3):
        session = make_session(season)
        for _game in range(4):
            seated = chance.sample(everybody, chance.randint(2, 6))
            totals = [chance.randrange(6) for _seat in seated[1:]] + [70]
            enter(make_game(session, seated), totals)
            if own not in seated:
                continue
            mine = totals[seated.index(own)]
            before = sum(total < mine for total in totals)
            level = totals.count(mine)
            size = len(seated)
            indexes.append(Fraction(100 * (2 * size - 2 * before - level - 1), 2 * (size - 1)))
            wins += Fraction(1, level) if not before else 0
            for other, total in zip(seated, totals, strict=True):
                if other != own:
                    met.setdefault(other.pk, [0, 0, 0])[(mine >= total) + (mine > total)] += 1
    assert indexes
    found = {rival.player: list(rival[1:]) for _other, rival in met_by(RANKED, own)}
    assert found == met
    games = games_of(season.league, own)
    assert [game.index for game in games] == indexes
    assert totals_of(games).wins == wins


def test_a_rating_is_drawn_from_the_fifth_game_on_and_hidden_from_then_if_not_wanted(
    season: Season, session: Session, ana: Player, bob: Player
) -> None:
    for _game in range(4):
        play(session, ana, bob)
    assert drawings(page(season, ana)) == 1
    play(session, ana, bob)
    assert drawings(page(season, ana)) == 2
    services.set_rated(season.pk, ana, ana, is_rated=False)
    assert drawings(page(season, ana)) == 1
    League.objects.update(is_rated=False)
    assert drawings(page(season, bob)) == 1


def test_whoever_withdrew_has_no_place_and_keeps_the_games(ana: Player, bob: Player) -> None:
    season = make_season(min_games=0)
    play(make_session(season), ana, bob)
    services.withdraw(season.pk, ana, timezone.now())
    career = career_of(season.league, ana)
    assert career["seasons"][0].standing.place is None
    assert career["all"].games == 1
    assert "Spring Withdrawn" in words_of(page(season, ana))


def test_a_guest_who_became_a_member_leads_to_the_member(ana: Player, bob: Player) -> None:
    season = make_season(min_games=0)
    guest = make_guest()
    play(make_session(season), guest, bob)
    merge = merging.merge(season.league, guest, ana, bob, timezone.now())
    answer = signed_in().get(address(season, guest))
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == address(season, ana)
    assert met_by(RANKED, bob) == [(ana, Rival(ana.pk, 0, 0, 1))]
    merging.undo(merge, bob, timezone.now())
    assert "100.00" in page(season, guest)


def test_an_erased_player_keeps_the_results_without_the_name(
    season: Season, ana: Player, bob: Player
) -> None:
    play(make_session(season), ana, bob)
    privacy.erase(ana)
    assert "Ana" not in page(season, ana)
    assert "Ana" not in page(season, bob)
    assert "former player" in page(season, bob)


def test_a_substitute_has_the_games_that_count_for_them(
    ana: Player, bob: Player, cem: Player
) -> None:
    season = make_season(substitutes="absent")
    enter(make_game(make_session(season), [ana, bob]), [10, 70], replaced=[cem, None])
    career = career_of(season.league, cem)
    assert career["all"].games == 1
    assert career_of(season.league, ana) == {}


def test_nobody_else_has_a_page(season: Season) -> None:
    play(make_session(season), *named("Ana", "Bob"))
    (stranger,) = named("Zoé")
    assert signed_in().get(address(season, stranger)).status_code == HTTPStatus.NOT_FOUND
    other = make_season(name="Another")
    play(make_session(other), stranger, *named("Dan"))
    assert signed_in().get(address(season, stranger)).status_code == HTTPStatus.NOT_FOUND
    assert "Zoé" not in page(season, Player.objects.get(name="Ana"))


def test_a_number_that_no_column_holds_is_nobody(season: Season) -> None:
    address_of_nobody = reverse("leagues:career", args=[season.league.slug, 2**63])
    assert signed_in().get(address_of_nobody).status_code == HTTPStatus.NOT_FOUND


def test_who_is_only_listed_in_a_season_to_come_has_no_page_yet(
    ana: Player, spring: Season
) -> None:
    services.add_player(spring.pk, ana)
    assert signed_in().get(address(spring, ana)).status_code == HTTPStatus.NOT_FOUND


def test_it_takes_as_many_statements_for_many_games_as_for_few(
    ana: Player, bob: Player, cem: Player
) -> None:
    season = make_season(min_games=0)
    counts = []
    for games in (6, 14):
        session = make_session(season)
        for _game in range(games):
            play(session, ana, bob, cem)
        page(season, ana)
        with CaptureQueriesContext(connection) as queries:
            career_of(season.league, ana)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10


@pytest.mark.parametrize("name", ["season", "players"])
def test_pages_of_the_season_lead_to_it(
    name: str, season: Season, ana: Player, bob: Player
) -> None:
    play(make_session(season), ana, bob)
    html = signed_in(ana).get(url(name, season)).content.decode()
    assert f'href="{url("story", season, ana.pk)}#career"' in html


def test_the_ratings_lead_to_it(season: Season, session: Session, ana: Player, bob: Player) -> None:
    for _game in range(5):
        play(session, ana, bob)
    html = signed_in().get(reverse("leagues:ratings", args=[season.league.slug])).content.decode()
    assert address(season, ana) in html


def test_a_profile_leads_to_the_stories_that_its_reader_may_find(season: Season) -> None:
    ada, reader = named("Ada", "Ben")
    unlisted = make_season(name="Secret", visibility=League.Visibility.UNLISTED)
    draft = make_season(name="Planned", opened=False)
    for each in (season, unlisted, draft):
        Entrant.objects.create(season=each, player=ada)
    profile = reverse("games:profile", args=[ada.pk])
    # Whoever shows nothing of the games on this site may be followed in leagues all the same.
    for audience in (ProfileFor.MEMBERS, ProfileFor.ME):
        User.objects.filter(player=ada).update(profile_for=audience)
        told = html_of(signed_in(reader).get(profile))
        assert address(season, ada) in told
        assert address(unlisted, ada) not in told
        assert address(draft, ada) not in told


def test_a_story_leads_members_to_the_profile_of_who_has_an_account(season: Season) -> None:
    ada, guest = PlayerFactory.create(), make_guest()
    play(make_session(season), ada, guest)
    profile = reverse("games:profile", args=[ada.pk])

    def story(browser: Client, player: Player) -> str:
        return html_of(browser.get(address(season, player), follow=True))

    assert profile in story(signed_in(ada), ada)
    assert profile not in story(Client(), ada)
    assert reverse("games:profile", args=[guest.pk]) not in story(signed_in(ada), guest)
