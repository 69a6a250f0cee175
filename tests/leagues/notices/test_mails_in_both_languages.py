"""Every kind of notice as two readers get it by mail, one in English and one in French."""

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.club import sign_up_requests
from accounts.models import Player, User
from games.talk import reports
from leagues.models import Notice, NoticePreference, Role, SignUp
from leagues.notices import sending, service
from leagues.people.players import add_player
from leagues.season_rules import SeasonRules
from leagues.sessions import replying, seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.setup.league_life import set_role
from leagues.sheets import results
from tests.factories import UserFactory
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = datetime(2126, 3, 5, 20, 0)  # noqa: DTZ001 - on the clock of the club
ENGLISH = """
A message, a name or a picture was reported.
Session 1: the date or place has changed. | Tuesday 9 April 2126, 20:00 · Hall
Session 2 is cancelled. | Tuesday 12 March 2126, 20:00 · Snow
Session 3 will take place after all. | Tuesday 19 March 2126, 20:00 · Café
Session 4: a place has become free, and it is yours. | Tuesday 26 March 2126, 20:00 · Café
Session 5: you are at table 1.
Session 6, table 1: a sheet needs confirming.
Session 7: the results are in.
Session 8 is coming up. | Tuesday 5 March 2126, 21:00 · Café
Somebody has signed up and waits for your approval.
Spring: a sign-up needs your approval.
Spring: an organizer has turned down your sign-up.
Spring: you are a player of the season.
The organizers have decided something about you.
The organizers have decided what you reported.
Winter is over: the standings are final.
"""
FRENCH = """
Les organisateurs ont pris une décision à votre sujet.
Les organisateurs ont traité ce que vous avez signalé.
Quelqu’un s’est inscrit et attend votre validation.
Soirée 1 : la date ou le lieu a changé. | Mardi 9 avril 2126, 20:00 · Hall
Soirée 2 : la soirée est annulée. | Mardi 12 mars 2126, 20:00 · Snow
Soirée 3 : la soirée aura finalement lieu. | Mardi 19 mars 2126, 20:00 · Café
Soirée 4 : une place s’est libérée, elle est à vous. | Mardi 26 mars 2126, 20:00 · Café
Soirée 5 : vous êtes à la table 1.
Soirée 6, table 1 : une feuille est à confirmer.
Soirée 7 : résultats complets.
Soirée 8 : c’est pour bientôt. | Mardi 5 mars 2126, 21:00 · Café
Spring : l’organisation a refusé votre inscription.
Spring : une inscription attend votre validation.
Spring : vous participez à la saison.
Un message, un nom ou une photo a été signalé.
Winter : la saison est finie, le classement est définitif.
""".replace(" :", "\xa0:")


def test_every_kind_of_notice_is_a_sentence_in_the_language_of_its_reader() -> None:
    morning = everything_happens()
    assert sending.mail_due(morning) == 2
    french, english = sorted(mail.outbox, key=lambda one: one.subject)
    assert english.subject == "[Sixième] 16 notices from your leagues"
    assert french.subject == "[Sixième] 16 avis de vos ligues"
    assert told_in(str(english.body)) == ENGLISH.strip().splitlines()
    assert told_in(str(french.body)) == FRENCH.strip().splitlines()
    assert str(french.body).startswith("Bonjour,")
    assert "Hello" not in french.body
    assert "email" not in french.body


def everything_happens() -> datetime:
    """One notice of each kind for Ada, who reads English, and Ben; when they are mailed."""
    orga, ada, ben, cleo, dora = people(5)
    User.objects.filter(player=ben).update(language="fr")
    season = make_season(orga, second_person=True)
    for player in (ada, ben):
        add_player(season.pk, player)
        set_role(season.league, player, Role.Kind.ORGANIZER)
        SignUp.objects.create(season=season, player=player, state=SignUp.State.REFUSED)
        service.tell_of_season(Notice.Kind.REFUSED, season, [player.pk])
        service.choose_mails(player, dict.fromkeys(NoticePreference.Topic, "at_once"))
    plans = [SessionPlan(at(week), place="Café", places=2) for week in range(4)]
    moved, cancelled, held, full = session_life.plan_sessions(season.pk, plans, orga)
    session_life.change_session(moved, SessionPlan(at(5), place="Hall"), orga)
    session_life.cancel_session(cancelled, "Snow", orga)
    session_life.cancel_session(held, "Snow", orga)
    session_life.reinstate_session(held, orga)
    for player in (cleo, dora, ada, ben):
        replying.reply(full, player, timezone.now(), comes=True)
    for player in (cleo, dora):
        replying.reply(full, player, timezone.now(), comes=False)
    seated = make_session(season)
    check_in(seated, ada, ben)
    seats.lay_tables(seated, [[ada.pk, ben.pk]], 1, orga)
    enter(make_game(make_session(season), [cleo, dora]), [12, 70], by=orga)
    over = make_session(season)
    results.confirm(play(over, ada, ben, by=orga), dora, timezone.now())
    session_life.close_session(over, orga)
    session_life.plan_session(season.pk, SessionPlan(at(0) + timedelta(hours=1), place="Café"))
    service.tell_of_season(Notice.Kind.JOINED, season, [ada.pk, ben.pk])
    winter = season_life.plan_season(season.league, "Winter", SeasonRules())
    season_life.open_season(winter.pk, timezone.now())
    for player in (ada, ben):
        add_player(winter.pk, player)
    season_life.close_season(winter.pk, timezone.now())
    SignUp.objects.create(season=season, player=cleo, state=SignUp.State.ASKED)
    service.tell_to_approve(season)
    Player.objects.filter(pk__in=[ada.pk, ben.pk]).update(is_organizer=True)
    reports.report_name(dora, cleo, "other", "", timezone.now())
    user = UserFactory.create(is_active=False)
    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    sign_up_requests.ask(user, "Eve", "en")
    sign_up_requests.tell_organizers()
    for kind in (Notice.Kind.ANSWERED, Notice.Kind.DECIDED):
        service.tell_of_club(kind, [ada.pk, ben.pk])
    service.choose_mails(orga, dict.fromkeys(NoticePreference.Topic, "never"))
    assert season.sessions.count() == 8
    noon = at(0) - timedelta(hours=32)
    service.remind_of_tomorrow(noon)
    assert {*Notice.objects.values_list("kind", flat=True)} == {*Notice.Kind.values}
    return noon + timedelta(minutes=3)


def at(week: int) -> datetime:
    return timezone.make_aware(FIRST) + timedelta(weeks=week)


def told_in(body: str) -> list[str]:
    """The sentence and the detail of each notice, in the order of the sessions."""
    of_club = "People of the club|Les gens du club|Reports|Signalements"
    title = rf"(?:Tuesdays · (?:Spring|Winter)|Sixième · (?:{of_club}))\n"
    parts = re.split(title, body)[1:]
    found = []
    for part in parts:
        lines = part.split("https://")[0].strip().splitlines()
        found.append(" | ".join(lines))
    return sorted(found)
