"""A message or a name is reported: who reads what of it, what is done, and who is told."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.pictures import files
from accounts.pictures.drawing import Kind
from accounts.privacy import erase, personal_data
from games.models import Seat, Table
from games.table.errors import TableError, TableErrorCode
from games.talk import reports, service
from games.talk.models import Report, ReportCase, ReportedLine, Silence
from leagues.models import Notice
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import people, play_to_the_end, start_table
from tests.talk.said import HTMX, NOON, address, say, texts

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = reverse("games:reports")
Code = TableErrorCode
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def organizer() -> Player:
    return PlayerFactory.create(name="Orla", is_organizer=True)


@pytest.fixture
def pictured(tmp_path: Path, settings: Any) -> Player:
    """Somebody with a picture."""
    settings.PHOTOS = tmp_path
    return PlayerFactory.create(name="Pia", picture=files.write(b"a face", Kind.PORTRAIT))


def report(table: Table, number: int, by: Player, words: str = "", reason: str = "insult") -> None:
    reports.report_message(table.pk, number, by, reason, words, timezone.now())


def told(player: Player) -> list[str]:
    found = Notice.objects.filter(player=player).order_by("kind")
    return list(found.values_list("kind", flat=True))


def shown_to(client: Client, address: str) -> str:
    return unescape(client.get(address, follow=True).content.decode())


def refusal(call: Callable[[], object]) -> TableErrorCode:
    with pytest.raises(TableError) as refused:
        call()
    return refused.value.code


# --- To report --------------------------------------------------------------------------


def test_organizers_read_what_was_said_around_it_though_the_chat_is_gone_since(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    for number in range(11):
        say(table, (ada, ben)[number % 2], f"line {number}", seconds=20 * number)
    say(table, ben, "an ugly word", seconds=300)
    number = say(table, ada, "stop that", seconds=320).number - 1
    signed_in(ada).post(
        address("report_message", table, number), {"reason": "insult", "words": "as before"}
    )
    with time_machine.travel(NOON + 10 * DAY, tick=False):
        play_to_the_end(table)
        Table.objects.filter(pk=table.pk).update(ended_at=NOON)
        assert service.forget_old(timezone.now()) == 13
        page = shown_to(signed_in(organizer), PAGE)
    assert [f"line {number}" in page for number in (2, 3, 10)] == [False, True, True]
    for words in ("an ugly word", "stop that", "Insulting", "as before", ada.name, table.title):
        assert words in page, words


def test_a_reaction_is_read_in_words(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    service.react(table.pk, ben, "bravo", timezone.now())
    say(table, ada, "stop that", seconds=20)
    report(table, 1, ada)
    assert "Well played" in shown_to(signed_in(organizer), PAGE)


def test_several_who_report_a_message_make_one_case_and_nobody_reports_twice(
    table: Table, ada: Player, ben: Player
) -> None:
    number = say(table, ben, "ugly").number
    watcher = people(1)[0]
    report(table, number, ada)
    report(table, number, watcher)
    assert refusal(partial(report, table, number, ada)) is Code.REPORTED_ALREADY
    assert ReportCase.objects.get().reports.count() == 2


def test_of_two_taps_at_the_same_moment_one_counts(table: Table, ada: Player, ben: Player) -> None:
    number = say(table, ben, "ugly").number
    watcher = people(1)[0]
    works = [partial(report, table, number, who) for who in (ada, ada, watcher)]
    refused = [each for each in at_once(*works) if each is not None]
    assert [str(each) for each in refused] == [Code.REPORTED_ALREADY]
    assert ReportCase.objects.get().reports.count() == 2


def test_nobody_reports_their_own_words_or_what_is_deleted_or_without_a_reason(
    table: Table, ada: Player, ben: Player
) -> None:
    number = say(table, ben, "ugly").number
    assert refusal(partial(report, table, number, ben)) is Code.NOT_TO_REPORT
    assert refusal(partial(report, table, number, ada, reason="spite")) is Code.BAD_MESSAGE
    assert refusal(partial(report, table, number, ada, words="x" * 201)) is Code.BAD_MESSAGE
    service.delete(table.pk, ben, number)
    assert refusal(partial(report, table, number, ada)) is Code.NOT_TO_REPORT
    assert not ReportCase.objects.exists()


def test_a_person_reports_ten_things_a_day(table: Table, ada: Player, ben: Player) -> None:
    numbers = [say(table, ben, f"ugly {n}", seconds=20 * n).number for n in range(11)]
    for number in numbers[:10]:
        report(table, number, ada)
    assert refusal(partial(report, table, numbers[10], ada)) is Code.TOO_MANY_REPORTS
    assert ReportCase.objects.count() == 10
    with time_machine.travel(NOON + DAY + timedelta(minutes=1), tick=False):
        report(table, numbers[10], ada)


def test_a_full_list_takes_no_further_case(
    table: Table, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST_OPEN", 2)
    numbers = [say(table, ben, f"ugly {n}", seconds=20 * n).number for n in range(3)]
    for number in numbers[:2]:
        report(table, number, ada)
    assert refusal(partial(report, table, numbers[2], ada)) is Code.TOO_MANY_REPORTS


def test_players_of_a_running_game_learn_nothing_of_what_spectators_said(
    table: Table, ada: Player, organizer: Player
) -> None:
    watcher, other = people(2)
    number = say(table, watcher, "ada holds the 104").number
    with pytest.raises(Http404):
        report(table, number, ada)
    report(table, number, other)
    assert "ada holds the 104" in shown_to(signed_in(organizer), PAGE)
    Seat.objects.filter(table=table, player=ada).update(player=organizer)
    assert "ada holds the 104" not in shown_to(signed_in(organizer), PAGE)


def test_what_spectators_said_is_no_context_of_what_a_player_said(
    table: Table, ada: Player, ben: Player
) -> None:
    say(table, people(1)[0], "ada holds the 104")
    report(table, say(table, ben, "ugly").number, ada)
    assert [line.text for line in ReportedLine.objects.all()] == ["ugly"]


def test_the_page_of_a_message_offers_it_and_the_live_table_says_thanks(
    table: Table, ada: Player, ben: Player
) -> None:
    number = say(table, ben, "ugly").number
    client = signed_in(ada)
    assert "Report this message" in shown_to(client, address("message", table, number))
    assert "Report this message" not in shown_to(signed_in(ben), address("message", table, number))
    answer = client.post(
        address("report_message", table, number), {"reason": "hate"}, headers=HTMX
    ).content.decode()
    assert 'id="talk-news"' in answer
    assert "The organizers will look at it." in answer


# --- To decide --------------------------------------------------------------------------


def test_a_message_is_deleted_and_both_sides_are_told_but_not_who_reported(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    report(table, say(table, ben, "ugly").number, ada, words="he always does")
    case = ReportCase.objects.get()
    assert (told(organizer), told(ada), told(ben)) == (["reported"], [], [])
    signed_in(organizer).post(
        reverse("games:decide_report", args=[case.pk]), {"decision": "hidden"}
    )
    assert texts(table) == []
    assert (told(ada), told(ben)) == (["answered"], ["decided"])
    assert "The message was deleted" in shown_to(signed_in(ada), PAGE)
    page = shown_to(signed_in(ben), PAGE)
    assert "What was decided about you" in page
    assert ada.name not in page
    assert "he always does" not in page
    assert "Insulting" not in page


def test_members_find_their_reports_among_their_notices(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    notices = reverse("leagues:notices")
    report(table, say(table, ben, "ugly").number, ada)
    assert "Not decided yet" in shown_to(signed_in(ada), notices)
    reports.decide(ReportCase.objects.get().pk, organizer, "hidden", NOON)
    for player in (ada, ben):
        browser = signed_in(player)
        assert browser.get(PAGE)["Location"] == f"{notices}#reports"
        followed = browser.get(
            reverse("leagues:notice", args=[Notice.objects.get(player=player).pk])
        )
        assert followed["Location"] == f"{notices}#reports"
    assert "To decide" not in shown_to(signed_in(ada), PAGE)
    assert "To decide" in shown_to(signed_in(organizer), PAGE)


def test_nothing_that_is_done_is_told_to_whom_it_concerns(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    report(table, say(table, ben, "not so ugly").number, ada)
    reports.decide(ReportCase.objects.get().pk, organizer, "dismissed", NOON)
    assert texts(table) == ["not so ugly"]
    assert (told(ada), told(ben)) == (["answered"], [])
    # Who reports it later is told at once.
    watcher = people(1)[0]
    report(table, 1, watcher)
    assert told(watcher) == ["answered"]
    assert ReportCase.objects.get().decision == "dismissed"


def test_who_is_silenced_writes_at_no_table_until_the_time_is_over(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    other = start_table(ben, ada)
    report(table, say(table, ben, "ugly").number, ada)
    reports.decide(ReportCase.objects.get().pk, organizer, "silenced", NOON, days=7)
    for each in (table, other):
        assert refusal(partial(say, each, ben, "again", 60)) is Code.SILENCED
        say(each, ada, "I may", 60)
    page = shown_to(signed_in(ben), other.get_absolute_url())
    assert "You can write again from 11 Mar 2026, 13:00" in page
    with time_machine.travel(NOON + 7 * DAY, tick=False):
        say(other, ben, "here I am", 7 * 86400)
        assert reports.forget_old(timezone.now() + DAY) == 1
    assert not Silence.objects.exists()


def test_a_name_is_taken_away_and_reported_again_when_it_comes_back(
    ada: Player, organizer: Player
) -> None:
    rude = PlayerFactory.create(name="Rude Word")
    client = signed_in(ada)
    profile = reverse("games:profile", args=[rude.pk])
    assert "Report this name" in shown_to(client, profile)
    assert "Report this name" not in shown_to(signed_in(rude), profile)
    there = reverse("games:report_name", args=[rude.pk])
    client.post(there, {"reason": "hate"})
    case = ReportCase.objects.get()
    reports.decide(case.pk, organizer, "renamed", NOON)
    rude.refresh_from_db()
    assert rude.name == f"Member {rude.pk}"
    assert told(rude) == ["decided"]
    assert "Choose another name" in shown_to(signed_in(rude), PAGE)

    Player.objects.filter(pk=rude.pk).update(name="Rude Word")
    client.post(there, {"reason": "hate"})
    case.refresh_from_db()
    assert (case.decision, case.reports.count()) == ("", 1)


def test_a_name_that_was_changed_meanwhile_stays(ada: Player, organizer: Player) -> None:
    rude = PlayerFactory.create(name="Rude Word")
    reports.report_name(rude, ada, "hate", "", NOON)
    Player.objects.filter(pk=rude.pk).update(name="Rose")
    reports.decide(ReportCase.objects.get().pk, organizer, "renamed", NOON)
    rude.refresh_from_db()
    assert rude.name == "Rose"


def test_a_picture_is_reported_on_its_own_and_deleted(
    ada: Player, ben: Player, organizer: Player, pictured: Player
) -> None:
    way = reverse("games:report_name", args=[pictured.pk])
    for by, what in ((ada, "picture"), (ben, "picture"), (ada, "name")):
        signed_in(by).post(way, {"what": what, "reason": "insult", "words": ""})
    of_name, of_picture = ReportCase.objects.order_by("picture")
    assert (of_name.text, of_name.picture) == (pictured.name, "")
    assert (of_picture.picture, of_picture.reports.count()) == (pictured.picture, 2)
    keeper = signed_in(organizer)
    page = shown_to(keeper, PAGE)
    assert pictured.picture_url in page
    assert keeper.get(pictured.picture_url).status_code == 200
    keeper.post(reverse("games:decide_report", args=[of_picture.pk]), {"decision": "unpictured"})
    gone = pictured.picture
    pictured.refresh_from_db()
    assert (pictured.picture, files.is_there(gone)) == ("", False)
    assert gone not in shown_to(keeper, PAGE)
    assert "The picture was deleted" in shown_to(signed_in(pictured), PAGE)
    assert told(pictured) == ["decided"]
    assert told(ben) == ["answered"]
    # The name is another question.
    assert not ReportCase.objects.get(pk=of_name.pk).decision


def test_a_picture_that_was_changed_meanwhile_stays_and_can_be_reported(
    ada: Player, organizer: Player, pictured: Player
) -> None:
    reports.report_picture(pictured, ada, "insult", "", timezone.now())
    first = ReportCase.objects.get()
    newer = files.write(b"another face", Kind.PORTRAIT)
    Player.objects.filter(pk=pictured.pk).update(picture=newer)
    assert newer not in shown_to(signed_in(organizer), PAGE)
    reports.decide(first.pk, organizer, "unpictured", timezone.now())
    pictured.refresh_from_db()
    assert (pictured.picture, files.is_there(newer)) == (newer, True)
    reports.report_picture(pictured, ada, "insult", "", timezone.now())
    assert ReportCase.objects.filter(decision="").get().picture == newer


def test_who_has_no_picture_cannot_be_reported_for_one(ada: Player, ben: Player) -> None:
    call = partial(reports.report_picture, ben, ada, "insult", "", timezone.now())
    assert refusal(call) == Code.NOT_TO_REPORT
    page = shown_to(signed_in(ada), reverse("games:profile", args=[ben.pk]))
    assert "Report this name to the organizers" in page
    assert 'name="what"' not in page


@pytest.mark.parametrize(("what", "decision"), [("picture", "renamed"), ("name", "unpictured")])
def test_a_name_is_not_taken_for_a_picture_nor_a_picture_for_a_name(
    ada: Player, organizer: Player, pictured: Player, what: str, decision: str
) -> None:
    call = reports.report_picture if what == "picture" else reports.report_name
    call(pictured, ada, "insult", "", timezone.now())
    case = ReportCase.objects.get()
    assert (
        refusal(partial(reports.decide, case.pk, organizer, decision, timezone.now()))
        == Code.BAD_MESSAGE
    )


def test_of_two_organizers_the_first_decides(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    report(table, say(table, ben, "ugly").number, ada)
    case, other = ReportCase.objects.get(), PlayerFactory.create(is_organizer=True)
    works = [
        partial(reports.decide, case.pk, who, what, NOON)
        for who, what in ((organizer, "silenced"), (other, "dismissed"))
    ]
    refused = [each for each in at_once(*works) if each is not None]
    assert [str(each) for each in refused] == [Code.DECIDED_ALREADY]
    case.refresh_from_db()
    is_silenced = case.decision == "silenced"
    assert Silence.objects.exists() is is_silenced
    assert texts(table) == ([] if is_silenced else ["ugly"])


def test_nobody_decides_or_reads_a_case_about_themselves(
    table: Table, ada: Player, organizer: Player
) -> None:
    report(table, say(table, organizer, "ugly").number, people(1)[0])
    case = ReportCase.objects.get()
    client = signed_in(organizer)
    assert "ugly" not in shown_to(client, PAGE)
    there = reverse("games:decide_report", args=[case.pk])
    assert client.post(there, {"decision": "dismissed"}).status_code == 404
    assert told(organizer) == []
    # Neither is an organizer silenced by another one.
    other = PlayerFactory.create(is_organizer=True)
    decide = partial(reports.decide, case.pk, other, "silenced", NOON)
    assert refusal(decide) is Code.NOT_TO_SILENCE


@pytest.mark.parametrize("decision", ["", "renamed", "forgiven"])
def test_a_decision_that_does_not_fit_does_nothing(
    table: Table, ada: Player, ben: Player, organizer: Player, decision: str
) -> None:
    report(table, say(table, ben, "ugly").number, ada)
    decide = partial(reports.decide, ReportCase.objects.get().pk, organizer, decision, NOON)
    assert refusal(decide) is Code.BAD_MESSAGE
    assert ReportCase.objects.get().decided_at is None


# --- What becomes of it -----------------------------------------------------------------


def test_decided_cases_go_after_three_months_and_open_ones_after_a_year(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    for n in range(2):
        report(table, say(table, ben, f"ugly {n}", seconds=20 * n).number, ada)
    reports.decide(ReportCase.objects.order_by("pk")[0].pk, organizer, "dismissed", NOON)
    found = [reports.forget_old(NOON + timedelta(days=days)) for days in (90, 91, 365, 366)]
    assert found == [0, 1, 0, 1]
    assert not Report.objects.exists()
    assert not ReportedLine.objects.exists()


def test_a_case_that_is_decided_after_most_of_a_year_is_kept_as_long_as_others(
    table: Table, ada: Player, ben: Player, organizer: Player
) -> None:
    report(table, say(table, ben, "ugly").number, ada)
    decided = NOON + timedelta(days=360)
    reports.decide(ReportCase.objects.get().pk, organizer, "dismissed", decided)
    found = [reports.forget_old(decided + timedelta(days=days)) for days in (10, 90, 91)]
    assert found == [0, 0, 1]


def test_an_erased_person_is_in_no_report(table: Table, ada: Player, ben: Player) -> None:
    say(table, ada, f"you, {ben.name}", seconds=-20)
    report(table, say(table, ben, "ugly").number, ada)
    report(table, say(table, ada, "ugly too", seconds=20).number, ben)
    assert personal_data(ada)["reports"]["made"][0]["reason"] == "insult"
    erase(ben)
    assert not ReportCase.objects.exists()
    assert not ReportedLine.objects.exists()
