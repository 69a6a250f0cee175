"""Records that members upload: what is taken, what is refused and why, who may see and delete."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from accounts import privacy
from accounts.models import Player
from games.lobby import past_views
from games.models import UploadedRecord
from games.play.commands import LIMIT, CommandLimit
from games.replay import replays
from games.replay.forms import MOST_BYTES
from games.replay.record_words import WORDS, sentence_of
from games.rules.errors import InvalidRecord
from games.rules.record import RecordCode
from tests.support.clients import signed_in
from tests.support.records import SAMPLES, abandoned, changed, running, sample

pytestmark = pytest.mark.django_db

UPLOADS = "/replays/"
SPECIAL = next(name for name in SAMPLES if name.startswith("special"))


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    """No limit is used up, before the test and after it."""
    LIMIT.reset()
    cache.clear()
    yield
    LIMIT.reset()
    cache.clear()


def upload(player: Player, data: object, name: str = "game.json") -> HttpResponse:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    file = SimpleUploadedFile(name, text, "application/json")
    return signed_in(player).post(UPLOADS, {"file": file})  # type: ignore[return-value]


def refusal(player: Player, data: object) -> str:
    answer = upload(player, data)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not UploadedRecord.objects.exists()
    return answer.content.decode()


def stored(player: Player, data: object | None = None) -> UploadedRecord:
    upload(player, data or sample("leaflet-0"))
    return UploadedRecord.objects.get(uploader=player)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_golden_record_is_taken_and_shown(name: str, ada: Player) -> None:
    answer = upload(ada, SAMPLES[name])
    found = UploadedRecord.objects.get()
    assert answer["Location"] == found.get_absolute_url()
    page = signed_in(ada).get(found.get_absolute_url(), {"turn": "1.1"})
    assert page.status_code == HTTPStatus.OK
    assert found.record["totals"] == SAMPLES[name]["totals"]


def test_a_record_may_be_pasted(ada: Player) -> None:
    signed_in(ada).post(UPLOADS, {"text": f"\n{json.dumps(sample('leaflet-0'))}\n"})
    assert UploadedRecord.objects.count() == 1


def test_a_file_may_begin_with_a_byte_order_mark(ada: Player) -> None:
    upload(ada, b"\xef\xbb\xbf" + json.dumps(sample("leaflet-0")).encode())
    assert UploadedRecord.objects.count() == 1


def test_nothing_at_all_is_refused(ada: Player) -> None:
    page = signed_in(ada).post(UPLOADS, {"text": "  "}).content.decode()
    assert "Choose a file or paste the text of a record." in page


def test_the_same_record_is_stored_once(ada: Player) -> None:
    first, second = upload(ada, sample("leaflet-0")), upload(ada, sample("leaflet-0"))
    assert first["Location"] == second["Location"]
    assert UploadedRecord.objects.count() == 1


def test_a_tampered_record_is_refused_with_the_place(ada: Player) -> None:
    def tamper(data: dict[str, Any]) -> None:
        data["rounds"][0]["scores"][0] += 1

    page = refusal(ada, changed("leaflet-0", tamper))
    assert "Round 1: The scores are not the heads of the round." in page


def test_a_card_that_was_not_held_is_named_with_its_turn(ada: Player) -> None:
    def tamper(data: dict[str, Any]) -> None:
        turns = data["rounds"][0]["turns"]
        turns[1]["cards"] = turns[0]["cards"]

    assert "Round 1, turn 2: A card is played that its player does not hold." in refusal(
        ada, changed("leaflet-0", tamper)
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello", "This is not a game record: it is not in JSON format."),
        (b"\xff\xfe", "This is not UTF-8."),
        (b"[" * 100_000, "The JSON is nested too deeply."),
        (b"{}", "A key is missing."),
        (b"", "This is not a game record: it is not in JSON format."),
        (b" " * (MOST_BYTES + 1), "This is too long for a record"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(data: bytes, words: str, ada: Player) -> None:
    assert words in refusal(ada, data)


def test_a_record_without_a_round_is_refused(ada: Player) -> None:
    data = sample("leaflet-0") | {"rounds": []}
    del data["totals"], data["ranks"]
    assert "No round is told in this record" in refusal(ada, data)


def test_a_file_and_a_text_at_once_are_refused(ada: Player) -> None:
    text = json.dumps(sample("leaflet-0"))
    file = SimpleUploadedFile("game.json", text.encode())
    answer = signed_in(ada).post(UPLOADS, {"file": file, "text": text})
    assert "not both" in answer.content.decode()


def test_every_refusal_of_a_record_has_a_sentence() -> None:
    for code in RecordCode:
        error = InvalidRecord(code, round=1, turn=2)
        assert sentence_of(error) == f"Round 2, turn 3: {WORDS[code]}"


def test_a_running_game_with_special_cards_is_refused(ada: Player) -> None:
    data = running(sample(SPECIAL), 0, 2)
    assert "can be replayed only when its seed is shown" in refusal(ada, data)


def test_of_a_running_game_only_what_is_told_is_shown(ada: Player) -> None:
    plain = next(
        name
        for name, record in SAMPLES.items()
        if name.startswith("base") and record["fairness"] and not record["options"].get("draft")
    )
    data = running(sample(plain), 0, 2)
    found = stored(ada, data)
    page = signed_in(ada).get(found.get_absolute_url(), {"turn": "1.2"}).content.decode()
    assert "of the hidden hands, the record shows only the cards already played" in page
    assert 'data-part="hand-' not in page
    assert "turn=1.3" not in page


def test_an_abandoned_game_may_be_uploaded(ada: Player) -> None:
    assert stored(ada, abandoned(sample(SPECIAL), 0, 3)).record["rounds"][0]["turns"]


def test_names_are_text_only(ada: Player) -> None:
    data = sample("leaflet-0")
    data["players"] = ["<script>alert(1)</script>", "\u202e\u0000", *data["players"][2:]]
    found = stored(ada, data)
    for address in (found.get_absolute_url(), UPLOADS):
        page = signed_in(ada).get(address, follow=True).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "\u202e" not in page
    assert "#2" in page


def test_members_with_the_link_see_it_and_only_its_uploader_lists_and_deletes_it(
    ada: Player, ben: Player
) -> None:
    found = stored(ada)
    address = found.get_absolute_url()
    other = signed_in(ben)
    assert other.get(address).status_code == HTTPStatus.OK
    assert other.get(f"{address}frame/", {"turn": "1.1"}).status_code == HTTPStatus.OK
    assert json.loads(other.get(f"{address}record.json").content) == found.record
    assert address not in other.get(UPLOADS, follow=True).content.decode()
    other.post(f"{address}delete/")
    assert UploadedRecord.objects.exists()
    signed_in(ada).post(f"{address}delete/")
    assert not UploadedRecord.objects.exists()
    assert signed_in(ada).get(address).status_code == HTTPStatus.NOT_FOUND


def test_deleting_twice_does_nothing_more(ada: Player, as_ada: Client) -> None:
    address = f"{stored(ada).get_absolute_url()}delete/"
    assert as_ada.post(address).status_code == as_ada.post(address).status_code == HTTPStatus.FOUND


def test_a_member_has_so_many_uploads_at_most(monkeypatch: pytest.MonkeyPatch, ada: Player) -> None:
    monkeypatch.setattr(replays, "MOST_UPLOADS", 1)
    stored(ada)
    answer = upload(ada, sample("base-0"))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert UploadedRecord.objects.count() == 1
    assert upload(ada, sample("leaflet-0")).status_code == HTTPStatus.FOUND


def test_uploads_are_counted_like_other_commands(
    monkeypatch: pytest.MonkeyPatch, as_ada: Client
) -> None:
    monkeypatch.setattr(past_views, "LIMIT", CommandLimit(at_once=1, per_second=0))
    assert as_ada.post(UPLOADS, {"text": "x"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert as_ada.post(UPLOADS, {"text": "x"}).status_code == HTTPStatus.TOO_MANY_REQUESTS


def test_a_member_has_thirty_records_checked_in_a_minute(ben: Player, as_ada: Client) -> None:
    answers = [as_ada.post(UPLOADS, {"text": "x"}).status_code for _try in range(31)]
    assert set(answers[:30]) == {HTTPStatus.UNPROCESSABLE_ENTITY}
    assert answers[30] == HTTPStatus.TOO_MANY_REQUESTS
    assert upload(ben, sample("leaflet-0")).status_code == HTTPStatus.FOUND


@pytest.mark.parametrize("page", ["", "frame/?turn=1.0"])
def test_records_that_are_not_in_memory_are_replayed_thirty_times_a_minute(
    page: str, ada: Player, ben: Player
) -> None:
    path, client = f"{stored(ada).get_absolute_url()}{page}", signed_in(ben)
    answers = []
    for _try in range(31):
        replays.UPLOADS.clear()
        answers.append(client.get(path).status_code)
    assert answers == [HTTPStatus.OK] * 30 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_a_record_in_memory_may_be_leafed_through_without_a_limit(ada: Player, ben: Player) -> None:
    path, client = stored(ada).get_absolute_url(), signed_in(ben)
    assert {client.get(path).status_code for _try in range(35)} == {HTTPStatus.OK}


def test_what_a_person_uploaded_is_part_of_their_data(ada: Player, ben: Player) -> None:
    found = stored(ada)
    data: dict[str, Any] = {}
    for receiver_of in (ada, ben):
        data[receiver_of.name] = replays.exported(receiver_of)
    assert [one["code"] for one in data[ada.name]] == [found.code]
    assert data[ben.name] == []
    assert found.code in json.dumps(privacy.personal_data(ada), default=str)


def test_who_is_erased_takes_their_uploads_along_and_their_name_out_of_others(
    ada: Player, ben: Player
) -> None:
    named = sample("base-0")
    named["players"][0] = ada.name
    stored(ada)
    kept = stored(ben, named)
    privacy.erase(ada)
    kept.refresh_from_db()
    assert UploadedRecord.objects.get() == kept
    assert ada.name not in kept.text + kept.title
    assert kept.record["fairness"] is None
    page = signed_in(ben).get(kept.get_absolute_url(), {"turn": "1.10"})
    assert page.status_code == HTTPStatus.OK
    assert ada.name not in page.content.decode()
