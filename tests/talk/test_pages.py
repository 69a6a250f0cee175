"""The talk over HTTP: who reads what, and who may do what about a message."""

from datetime import datetime
from http import HTTPStatus

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.table import store
from games.table.pause import PauseState
from games.talk import service
from games.talk.models import Message, Mute, Silence, Talk
from games.talk.reading import NEWEST
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.tables import people, start_table
from tests.talk.said import HTMX, NOON, address, page_of, say, texts

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ("host", "author", "player", "member", "organizer", "staff")


class Company:
    """A running game of a host, an author and a player, and who looks on."""

    def __init__(self) -> None:
        self.host, self.author, self.player, self.member = people(4)
        self.organizer = PlayerFactory.create(is_organizer=True)
        self.staff = PlayerFactory.create(user__is_staff=True)
        self.table: Table = start_table(self.host, self.author, self.player, visibility="public")
        self.said = say(self.table, self.author, "the first words")

    def __getitem__(self, who: str) -> Player:
        return getattr(self, who)

    def client(self, who: str) -> Client:
        return signed_in(self[who])


@pytest.fixture
def company() -> Company:
    return Company()


# --- Reading -------------------------------------------------------------------------------


@pytest.mark.parametrize("who", PEOPLE)
def test_members_read_what_players_write(company: Company, who: str) -> None:
    assert "the first words" in page_of(company.client(who), company.table)


def test_strangers_read_and_send_nothing(company: Company) -> None:
    page = page_of(signed_in(), company.table)
    assert "the first words" not in page
    assert 'id="talk"' not in page
    for name, arguments in (("talk", []), ("message", [company.said.number])):
        answer = signed_in().get(address(name, company.table, *arguments))
        assert answer.status_code == HTTPStatus.FOUND
    answer = signed_in().post(address("say", company.table), {"text": "Hello"})
    assert answer.status_code == HTTPStatus.FOUND
    assert texts(company.table) == ["the first words"]


@pytest.mark.parametrize(
    ("who", "may"),
    [("host", False), ("player", False), ("member", True), ("organizer", True)],
)
def test_players_do_not_read_spectators_before_the_end(
    company: Company, who: str, may: bool
) -> None:
    secret = say(company.table, company.member, "he should take row three")
    client = company.client(who)
    addresses = [
        company.table.get_absolute_url(),
        address("talk", company.table),
        address("message", company.table, secret.number),
    ]
    for each in addresses:
        assert (b"row three" in client.get(each).content) is may, each
    status = client.get(addresses[-1]).status_code
    assert status == (HTTPStatus.OK if may else HTTPStatus.NOT_FOUND)
    playing.abandon(company.table.pk, company.host, NOON)
    for each in addresses:
        assert b"row three" in client.get(each).content, each


def test_a_player_who_sends_gets_nothing_of_the_spectators(company: Company) -> None:
    say(company.table, company.member, "he should take row three")
    form = {"text": "Hello", "reply": "1"}
    answer = company.client("player").post(address("say", company.table), form, headers=HTMX)
    assert "row three" not in answer.content.decode()
    assert "Hello" in answer.content.decode()


def test_markup_and_links_are_text(company: Company) -> None:
    say(
        company.table,
        company.author,
        '<script>alert(1)</script> "><img src=x> https://evil.example',
    )
    page = page_of(company.client("host"), company.table)
    assert "&lt;script&gt;alert(1)" in page
    assert "<img src=x" not in page
    assert 'href="https://evil.example' not in page


def test_text_of_its_own_direction_stands_apart(company: Company) -> None:
    say(company.table, company.author, "שלום")
    assert '<bdi class="said__words">שלום</bdi>' in page_of(company.client("host"), company.table)


def test_the_page_holds_the_newest_and_leads_to_older_ones(company: Company) -> None:
    for number in range(NEWEST - 1):
        say(company.table, company.author, f"line {number}.", 100 + number * 10)
    client = company.client("member")
    page = page_of(client, company.table)
    assert "the first words" in page
    assert "Earlier messages" not in page
    say(company.table, company.author, "one more.", 1000)
    page = page_of(client, company.table)
    assert "the first words" not in page
    assert "line 0." in page
    older = f"{address('talk', company.table)}?before=2"
    assert older in page
    assert "the first words" in client.get(older).content.decode()


# --- Writing -------------------------------------------------------------------------------


@pytest.mark.parametrize("who", PEOPLE)
def test_members_write_by_a_plain_form(company: Company, who: str) -> None:
    answer = company.client(who).post(address("say", company.table), {"text": "Hello"})
    assert answer.headers["Location"] == f"{company.table.get_absolute_url()}#talk"
    assert texts(company.table)[-1] == "Hello"


def test_a_reaction_is_a_button_of_the_same_form(company: Company) -> None:
    form = {"reaction": "bravo", "text": "left in the field"}
    answer = company.client("player").post(address("say", company.table), form, headers=HTMX)
    assert answer.status_code == HTTPStatus.NO_CONTENT
    message = Message.objects.latest("number")
    assert (message.reaction, message.text) == ("bravo", "")
    assert "Well played" in page_of(company.client("host"), company.table)


def test_a_refused_message_says_why(company: Company) -> None:
    service.switch(company.table.pk, company.host, is_off=True)
    client = company.client("player")
    answer = client.post(address("say", company.table), {"text": "Hello"}, headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "turned off" in answer.content.decode()
    answer = client.post(address("say", company.table), {"text": "Hello"})
    (sentence,) = get_messages(answer.wsgi_request)
    assert "turned off" in str(sentence)


# --- Looking after it ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "may"),
    [
        ("host", True), ("author", True), ("player", False), ("member", False),
        ("organizer", True), ("staff", True),
    ],
)  # fmt: skip
def test_a_message_is_deleted_by_its_author_and_by_moderators(
    company: Company, who: str, may: bool
) -> None:
    client, number = company.client(who), company.said.number
    options = client.get(address("message", company.table, number)).content.decode()
    assert ('value="delete"' in options) is may
    answer = client.post(address("moderate", company.table, number), {"do": "delete"}, headers=HTMX)
    assert answer.status_code == (HTTPStatus.NO_CONTENT if may else HTTPStatus.FORBIDDEN)
    assert texts(company.table) == ([] if may else ["the first words"])
    page = page_of(client, company.table)
    assert ("Message deleted" in page) is may


@pytest.mark.parametrize("do", ["silence", "switch"])
@pytest.mark.parametrize(
    ("who", "may"),
    [("host", True), ("player", False), ("member", False), ("organizer", True), ("staff", True)],
)
def test_silencing_and_the_switch_are_for_moderators(
    company: Company, who: str, may: bool, do: str
) -> None:
    client, number = company.client(who), company.said.number
    page = page_of(client, company.table)
    page += client.get(address("message", company.table, number)).content.decode()
    if do == "silence":
        assert ('value="silence"' in page) is may
        where, form = address("moderate", company.table, number), {"do": "silence"}
    else:
        assert ('id="talk-turn-off"' in page) is may
        where, form = address("switch_talk", company.table), {"off": "1"}
    answer = client.post(where, form, headers=HTMX)
    assert answer.status_code == (HTTPStatus.NO_CONTENT if may else HTTPStatus.FORBIDDEN)
    assert Silence.objects.filter(player=company.author).exists() is (may and do == "silence")
    assert Talk.objects.get().is_off is (may and do == "switch")


def test_who_is_silenced_has_no_field_to_write_in(company: Company) -> None:
    service.silence(company.table.pk, company.host, company.said.number)
    page = page_of(company.client("author"), company.table)
    assert 'id="talk-text"' not in page
    assert "You cannot write at this table any more." in page


def test_a_message_of_another_table_is_out_of_reach(company: Company) -> None:
    other = start_table(*people(2))
    client = company.client("organizer")
    assert client.get(address("message", other, 1)).status_code == HTTPStatus.NOT_FOUND
    answer = client.post(address("moderate", other, 1), {"do": "delete"})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert texts(company.table) == ["the first words"]


def test_nonsense_is_refused(company: Company) -> None:
    client = company.client("host")
    answer = client.post(address("moderate", company.table, 1), {"do": "dance"}, headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT
    answer = client.post(address("unmute", company.table), {"player": "x"})
    assert answer.status_code == HTTPStatus.NOT_FOUND


# --- Hiding what somebody writes -----------------------------------------------------------


def test_whoever_hides_somebody_reads_how_many_messages_are_hidden(company: Company) -> None:
    say(company.table, company.author, "and more", 1)
    client = company.client("player")
    where = address("moderate", company.table, company.said.number)
    answer = client.post(where, {"do": "mute"}, headers=HTMX).content.decode()
    for text in (answer, page_of(client, company.table)):
        assert "the first words" not in text
        assert f"Hidden messages from {company.author.name}: <b>2</b>" in text
    assert "the first words" in page_of(company.client("host"), company.table)


def test_hiding_holds_at_all_tables_until_it_is_undone(company: Company) -> None:
    service.mute(company.player, company.author)
    service.mute(company.player, company.author)
    other = start_table(company.host, company.author)
    say(other, company.author, "at another table")
    client = company.client("player")
    assert "at another table" not in page_of(client, other)
    elsewhere = start_table(company.host, company.member)
    assert company.author.name in client.get(address("talk", elsewhere)).content.decode()
    form = {"player": str(company.author.pk)}
    answer = client.post(address("unmute", other), form, headers=HTMX)
    assert "at another table" in answer.content.decode()
    assert "at another table" in page_of(client, other)


def test_nobody_hides_themselves(company: Company) -> None:
    client = company.client("author")
    where = address("message", company.table, company.said.number)
    assert 'value="mute"' not in client.get(where).content.decode()
    client.post(address("moderate", company.table, company.said.number), {"do": "mute"})
    assert not Mute.objects.exists()


# --- Who writes is there -------------------------------------------------------------------


@pytest.mark.parametrize("said", [{"text": "here I am"}, {"reaction": "bravo"}])
def test_who_writes_is_back_at_their_seat(
    company: Company, said: dict[str, str], now: datetime
) -> None:
    for seat in range(3):
        playing.step_away(company.table.pk, seat, now)
    assert store.load(company.table.pk).is_paused
    company.client("author").post(address("say", company.table), said, headers=HTMX)
    snapshot = store.load(company.table.pk)
    assert snapshot.away == (True, False, True)
    assert snapshot.pause.state is PauseState.ENDING


def test_what_is_not_written_brings_nobody_back(company: Company) -> None:
    playing.step_away(company.table.pk, 1, timezone.now())
    company.client("author").post(address("say", company.table), {"text": " "}, headers=HTMX)
    assert store.load(company.table.pk).away[1]
