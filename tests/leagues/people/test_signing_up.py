"""Members sign up for a season: who plays, who waits, who is asked about, and who moves up."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import AuditLine, Merge, Notice, Role, Season, SignUp
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices import sending
from leagues.notices.service import players_of
from leagues.people import merging, players, signing_up
from leagues.people.signing_up import sign_up_panel
from leagues.sessions import session_life
from leagues.setup import season_life
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_session,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db

NOW = timezone.now()
MINUTE = timedelta(minutes=1)
OPEN, CLOSED = Season.SignUps.OPEN, Season.SignUps.CLOSED


def choose(season: Season, by: Player, **choices: Any) -> None:
    """Sign-up is open, without a limit, an end or an approval but for these choices."""
    season.refresh_from_db()
    usual = {"sign_up": OPEN, "sign_up_places": None, "sign_up_until": None, "sign_up_asks": False}
    names = {f"sign_up_{name}" if name != "sign_up" else name: choices[name] for name in choices}
    signing_up.change_sign_ups(season.pk, usual | names, season.sign_up_version, by=by)
    season.refresh_from_db()


def sign_up(season: Season, *who: Player, after: int = 0) -> None:
    for minute, player in enumerate(who, after):
        signing_up.sign_up(season.pk, player, NOW + minute * MINUTE)


def playing(season: Season) -> list[str]:
    names = Player.objects.filter(pk__in=players_of(season)).values_list("name", flat=True)
    return sorted(map(str, names))


def waiting(season: Season) -> list[str]:
    return [row.player.name for row in panel_of(season)["waiting"]]


def panel_of(season: Season, me: Player | None = None) -> dict[str, Any]:
    season.refresh_from_db()
    panel = sign_up_panel(season, me, players_of(season))
    assert panel is not None
    return panel


def notices_of(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).values_list("kind", flat=True))


@pytest.fixture
def four() -> list[Player]:
    made = people(4)
    for player, name in zip(made, ("Ada", "Ben", "Cleo", "Dora"), strict=True):
        player.name = name
        player.save()
    return made


def test_who_signs_up_beyond_the_places_waits_in_the_order_they_came(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=2)
    ada, ben, cleo, dora = four
    sign_up(season, dora, ben, cleo, ada)
    assert playing(season) == ["Ben", "Dora"]
    assert waiting(season) == ["Cleo", "Ada"]
    assert (panel_of(season, ada)["state"], panel_of(season, ada)["number"]) == ("waiting", 2)
    assert panel_of(season, dora)["state"] == "plays"
    assert not Notice.objects.exists()  # each saw on the page what became of it


def test_who_leaves_lets_the_first_in_line_in_who_is_told(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=2)
    ada, ben, cleo, dora = four
    sign_up(season, *four)
    signing_up.step_back(season.pk, ada, NOW)
    assert playing(season) == ["Ben", "Cleo"]
    assert waiting(season) == ["Dora"]
    assert notices_of(cleo) == [Notice.Kind.JOINED]
    sign_up(season, ada, after=30)  # last in line now
    assert waiting(season) == ["Dora", "Ada"]
    signing_up.step_back(season.pk, dora, NOW)  # off the waiting list: nobody moves
    assert playing(season) == ["Ben", "Cleo"]
    assert waiting(season) == ["Ada"]
    assert notices_of(ben) == notices_of(dora) == []


def test_signing_up_twice_keeps_the_place_in_line(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four[:3])
    sign_up(season, four[1], after=20)
    assert waiting(season) == ["Ben", "Cleo"]
    assert SignUp.objects.count() == 2


def test_an_organizer_withdraws_somebody_and_the_next_comes_in(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four[:2])
    players.withdraw(season.pk, four[0], NOW)
    assert playing(season) == ["Ben"]


def test_who_has_played_withdraws_and_comes_back_with_their_games(
    season: Season, owner: Player, four: list[Player]
) -> None:
    ada, ben, cleo, _dora = four
    choose(season, owner, places=3)
    sign_up(season, ada, ben, cleo)
    session = make_session(season)
    enter(make_game(session, [ada, ben, cleo]), [3, 30, 70])
    assert panel_of(season, ada)["has_come"]
    signing_up.step_back(season.pk, ada, timezone.now())
    assert playing(season) == ["Ben", "Cleo"]
    assert season.entrants.get(player=ada).withdrawn_at is not None
    signing_up.sign_up(season.pk, ada, timezone.now())
    assert playing(season) == ["Ada", "Ben", "Cleo"]
    assert season.entrants.get(player=ada).withdrawn_at is None


def test_after_the_last_day_nobody_signs_up_but_those_who_wait_still_move_up(
    season: Season, owner: Player, four: list[Player]
) -> None:
    ada, ben, cleo, _dora = four
    last_day = timezone.localdate(NOW)
    choose(season, owner, places=1, until=last_day)
    sign_up(season, ada, ben)
    with pytest.raises(LeagueError, match=LeagueErrorCode.SIGN_UP_CLOSED.value):
        signing_up.sign_up(season.pk, cleo, NOW + timedelta(days=1))
    signing_up.step_back(season.pk, ada, NOW + timedelta(days=20))
    assert playing(season) == ["Ben"]
    assert season.takes_sign_ups(last_day)
    assert not season.takes_sign_ups(last_day + timedelta(days=1))


def test_closed_by_hand_it_is_as_after_the_last_day(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four[:2])
    choose(season, owner, sign_up=CLOSED, places=1)
    with pytest.raises(LeagueError, match=LeagueErrorCode.SIGN_UP_CLOSED.value):
        sign_up(season, four[2])
    signing_up.step_back(season.pk, four[0], NOW)
    assert playing(season) == ["Ben"]


def test_nobody_signs_up_where_organizers_alone_add_players(
    season: Season, four: list[Player]
) -> None:
    with pytest.raises(LeagueError, match=LeagueErrorCode.SIGN_UP_CLOSED.value):
        sign_up(season, four[0])
    players.add_player(season.pk, four[0])
    with pytest.raises(LeagueError, match=LeagueErrorCode.SIGN_UP_CLOSED.value):
        signing_up.step_back(season.pk, four[0], NOW)
    assert sign_up_panel(season, four[0], players_of(season)) is None


def test_organizers_approve_or_refuse_and_the_place_in_line_is_from_the_sign_up(
    season: Season, owner: Player, four: list[Player]
) -> None:
    ada, ben, cleo, dora = four
    choose(season, owner, places=1, asks=True)
    sign_up(season, *four)
    assert playing(season) == []
    assert [row.player.name for row in panel_of(season)["asked"]] == ["Ada", "Ben", "Cleo", "Dora"]
    assert panel_of(season, ada)["state"] == "asked"
    assert notices_of(owner) == [Notice.Kind.TO_APPROVE]
    for player in (dora, cleo, ada):
        signing_up.approve(season.pk, player, by=owner)
    signing_up.refuse(season.pk, ben, by=owner)
    assert playing(season) == ["Dora"]
    assert waiting(season) == ["Ada", "Cleo"]
    assert panel_of(season, ben)["state"] == "refused"
    assert notices_of(dora) == [Notice.Kind.JOINED]
    assert notices_of(ben) == [Notice.Kind.REFUSED]
    assert notices_of(owner) == []  # nobody asks any more
    with pytest.raises(LeagueError, match=LeagueErrorCode.SIGN_UP_REFUSED.value):
        sign_up(season, ben, after=40)
    with pytest.raises(LeagueError, match=LeagueErrorCode.LATE.value):
        signing_up.step_back(season.pk, ben, NOW)
    with pytest.raises(LeagueError, match=LeagueErrorCode.LATE.value):
        signing_up.refuse(season.pk, dora, by=owner)
    signing_up.approve(season.pk, ben, by=owner)  # a second thought: his place is his old one
    assert waiting(season) == ["Ada", "Ben", "Cleo"]
    told = AuditLine.objects.filter(did="approved_sign_up").values_list("about", flat=True)
    assert [*told] == [ben.pk, ada.pk, cleo.pk, dora.pk]


def test_scorers_are_not_asked_to_approve(
    season: Season, owner: Player, four: list[Player]
) -> None:
    scorer = make_member_with(Role.Kind.SCORER, season.league)
    organizer = make_member_with(Role.Kind.ORGANIZER, season.league)
    choose(season, owner, asks=True)
    sign_up(season, four[0])
    assert notices_of(scorer) == []
    assert notices_of(organizer) == [Notice.Kind.TO_APPROVE]
    signing_up.step_back(season.pk, four[0], NOW)
    assert notices_of(organizer) == []


def test_nobody_is_mailed_to_approve_whoever_plays_by_now(
    season: Season, owner: Player, four: list[Player], settings: Any
) -> None:
    settings.EMAIL_IS_SENT = True
    ada, ben, *_others = four
    choose(season, owner, asks=True)
    sign_up(season, ada)
    players.add_player(season.pk, ada)
    tomorrow = timezone.now() + timedelta(days=1)
    assert sending.mail_due(tomorrow) == 0
    sign_up(season, ben)
    assert sending.mail_due(tomorrow + timedelta(days=1)) == 1


def test_once_nobody_need_be_approved_all_who_asked_get_places_in_order(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=2, asks=True)
    sign_up(season, *four)
    choose(season, owner, places=2)
    assert playing(season) == ["Ada", "Ben"]
    assert waiting(season) == ["Cleo", "Dora"]


def test_more_places_let_people_in_and_fewer_take_none_away(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four)
    choose(season, owner, places=3)
    assert playing(season) == ["Ada", "Ben", "Cleo"]
    choose(season, owner, places=1)
    assert playing(season) == ["Ada", "Ben", "Cleo"]
    signing_up.step_back(season.pk, four[0], NOW)
    assert waiting(season) == ["Dora"]  # two still play, and there is one place
    choose(season, owner)
    assert playing(season) == ["Ben", "Cleo", "Dora"]


def test_two_organizers_do_not_overwrite_each_other(season: Season, owner: Player) -> None:
    seen = season.sign_up_version
    choose(season, owner, places=8)
    choices = {name: getattr(season, name) for name in Season.SIGN_UP} | {"sign_up_places": 9}
    with pytest.raises(LeagueError, match=LeagueErrorCode.LATE.value):
        signing_up.change_sign_ups(season.pk, choices, seen, by=owner)
    season.refresh_from_db()
    assert season.sign_up_places == 8


def test_whom_an_organizer_adds_takes_a_place_too_and_one_who_waits_is_in(
    season: Season, owner: Player, four: list[Player]
) -> None:
    ada, ben, cleo, dora = four
    choose(season, owner, places=2)
    players.add_player(season.pk, dora)
    sign_up(season, ada, ben, cleo)
    assert playing(season) == ["Ada", "Dora"]
    players.add_player(season.pk, cleo)  # one more than there are places
    assert playing(season) == ["Ada", "Cleo", "Dora"]
    assert waiting(season) == ["Ben"]
    assert panel_of(season)["left"] == 0
    players.withdraw(season.pk, cleo, NOW)  # does not come back by an old row
    assert playing(season) == ["Ada", "Dora"]
    assert waiting(season) == ["Ben"]


def test_who_waits_and_is_checked_in_by_mistake_keeps_their_place_in_line(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four)
    session = make_session(season)
    session_life.arrive(session, four[1], NOW)
    assert playing(season) == ["Ada", "Ben"]
    assert waiting(season) == ["Cleo", "Dora"]
    session_life.leave(session, four[1], NOW)
    assert playing(season) == ["Ada"]
    assert waiting(season) == ["Ben", "Cleo", "Dora"]


def test_a_guest_who_turns_out_to_be_a_player_frees_a_place(
    season: Season, owner: Player, four: list[Player]
) -> None:
    guest = make_guest("Adda")
    choose(season, owner, places=2)
    players.add_player(season.pk, guest)
    sign_up(season, *four[:2])
    assert playing(season) == ["Ada", "Adda"]
    merging.merge(season.league, guest, four[0], owner, NOW)
    assert playing(season) == ["Ada", "Ben"]
    merging.undo(Merge.objects.get(), owner, NOW)
    assert playing(season) == ["Ada", "Adda", "Ben"]  # nobody loses a place


def test_a_guest_who_turns_out_to_be_somebody_in_line_plays(
    season: Season, owner: Player, four: list[Player]
) -> None:
    guest = make_guest("Benn")
    choose(season, owner, places=2)
    players.add_player(season.pk, guest)
    sign_up(season, *four[:3])
    merging.merge(season.league, guest, four[1], owner, NOW)
    assert playing(season) == ["Ada", "Ben"]
    assert waiting(season) == ["Cleo"]
    merging.undo(Merge.objects.get(), owner, NOW)
    assert waiting(season) == ["Ben", "Cleo"]


def test_the_place_of_somebody_who_leaves_the_club_goes_to_the_next(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four[:3])
    privacy.erase(four[0])
    assert playing(season) == ["Ben"]
    privacy.erase(four[2])
    assert not SignUp.objects.exists()


def test_somebody_who_left_the_club_cannot_sign_up(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner)
    privacy.erase(four[0])
    with pytest.raises(LeagueError, match=LeagueErrorCode.PLAYER_GONE.value):
        sign_up(season, four[0])


def test_members_sign_up_before_the_season_opens_and_nobody_once_it_is_closed(
    owner: Player, four: list[Player], spring: Season
) -> None:
    choose(spring, owner, places=1)
    sign_up(spring, *four[:2])
    season_life.open_season(spring.pk, NOW)
    assert (playing(spring), waiting(spring)) == (["Ada"], ["Ben"])
    season_life.close_season(spring.pk, NOW)
    for step in (
        lambda: sign_up(spring, four[2]),
        lambda: signing_up.step_back(spring.pk, four[0], NOW),
        lambda: signing_up.approve(spring.pk, four[1], by=owner),
    ):
        with pytest.raises(LeagueError, match=LeagueErrorCode.SEASON_NOT_OPEN.value):
            step()
    spring.refresh_from_db()
    assert sign_up_panel(spring, four[1], players_of(spring)) is None
    season_life.open_season(spring.pk, NOW)
    signing_up.step_back(spring.pk, four[0], NOW)
    assert playing(spring) == ["Ben"]


def test_a_copy_of_the_season_has_its_own_sign_up(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1, until=date(2030, 1, 1))
    sign_up(season, *four[:2])
    copied = season_life.copy_season(season, "Autumn", players=True, wishes=False)
    assert copied.sign_up == Season.SignUps.NONE
    assert not copied.sign_ups.exists()


def test_what_is_kept_of_a_sign_up_is_told_to_its_person(
    season: Season, owner: Player, four: list[Player]
) -> None:
    choose(season, owner, places=1)
    sign_up(season, *four[:2])
    told = privacy.personal_data(four[1])
    assert told["sign_ups"] == [
        {
            "league": "Tuesdays",
            "season": "Spring",
            "state": "waiting",
            "signed_up": NOW + MINUTE,
        }
    ]
    signing_up.step_back(season.pk, four[0], NOW)
    (notice,) = privacy.personal_data(four[1])["notices"]
    assert (notice["league"], notice["season"], notice["kind"]) == ("Tuesdays", "Spring", "joined")
