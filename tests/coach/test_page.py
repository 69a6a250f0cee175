"""The coach's page: who may see an analysis, how one is asked for, and what it shows."""

import re
from datetime import datetime, timedelta
from http import HTTPStatus
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.coach import jobs
from games.models import Analysis, Table
from games.practice import apart
from games.rules.options import Ending, Options, Variant
from games.table import archive, store
from games.table.errors import TableError, TableErrorCode
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.tables import named, play_to_the_end, start_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_worlds")]


@pytest.fixture
def pair() -> tuple[Player, Player]:
    ada, ben = named("Ada", "Ben")
    return ada, ben


def finished(*players: Player, **plan: object) -> Table:
    options = plan.pop("options", Options(max_rounds=1))
    table = start_table(*players, options=options, **plan)  # type: ignore[arg-type]
    play_to_the_end(table)
    table.refresh_from_db()
    return table


def address(table: Table, seat: int = 0) -> str:
    return reverse("games:coach", args=[table.code, seat])


def text_of(who: Client, table: Table, seat: int = 0, query: str = "") -> str:
    answer = who.get(address(table, seat) + query)
    assert answer.status_code == HTTPStatus.OK
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_one_asks_and_finds_choices_luck_and_each_round(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    assert "Analyse this game" in text_of(ada, table)
    assert ada.post(address(table)).headers["Location"] == address(table)
    text = text_of(ada, table)
    heads = table.seats.get(index=0).heads
    assert f"Heads taken {heads}" in text
    assert "Choices and luck" in text
    assert "What each" not in text
    shown = text_of(ada, table, query="?round=1")
    assert "Round 1, turn 9" in shown
    assert "Analyse this game" not in text


def test_the_sums_on_the_page_add_up(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    ada.post(address(table))
    text = text_of(ada, table)
    figures = r"([+−]?[\d.]+)"
    names = "With the best choices, on average", "Choices", "Luck"
    told = [re.search(rf"{name} {figures}", text) for name in names]
    found = [float(each[1].replace("−", "-")) for each in told if each]
    assert sum(found) == pytest.approx(table.seats.get(index=0).heads, abs=1e-6)


def test_each_round_adds_up_and_all_rounds_to_the_game(pair: tuple[Player, Player]) -> None:
    table = finished(*pair, options=Options(max_rounds=3))
    ada = signed_in(pair[0])
    ada.post(address(table))
    html = ada.get(address(table)).content.decode()
    game, rounds = html.split('id="rounds-title"')
    by_round = [[number(cell) for cell in row] for row in figures_of(rounds)]
    assert len(by_round) == 3
    for expected, choices, luck, taken in by_round:
        assert expected + choices + luck == pytest.approx(taken, abs=1e-6)
    whole = [number(row[0]) for row in figures_of(game)[:4]]
    assert [sum(column) for column in zip(*by_round, strict=True)] == pytest.approx(whole, abs=1e-6)


def figures_of(html: str) -> list[list[str]]:
    """The figures in each row of the tables that has any."""
    rows = [
        re.findall(r'<td class="figure">\s*(?:<strong>)?([^<\s]+)', row)
        for row in html.split("</tr>")
    ]
    return [row for row in rows if row]


def number(told: str) -> float:
    return float(told.replace("−", "-"))


def test_a_sentence_says_first_what_choices_cost_and_what_the_rest_did(
    pair: tuple[Player, Player],
) -> None:
    table = finished(*pair)
    ada, ben = signed_in(pair[0]), signed_in(pair[1])
    ada.post(address(table))
    own = text_of(ada, table)
    lost = re.search(r"Choices \+([\d.]+)", own)
    luck = re.search(r"Luck ([+−])([\d.]+)", own)
    assert lost
    assert luck
    verb = "saved" if luck[1] == "−" else "added"
    rest = (
        f"cost {lost[1]} heads more than the best ones. "
        f"Luck, which is the cards and the other players, {verb} {luck[2]}."
    )
    assert f"On average, your choices {rest}" in own
    assert f"On average, the choices of Ada {rest}" in text_of(ben, table)


def test_a_choice_is_shown_with_the_rows_as_they_lay(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    ada.post(address(table))
    record = archive.record_of(store.fresh(table.pk), None)
    rows = record["rounds"][0]["rows"]
    shown = text_of(ada, table, query="?round=1")
    first = shown[shown.index("Round 1, turn 1") :]
    lain = "The table before this turn:" + "".join(
        rf" row {at + 1} \(\d&nbsp; bull heads \) {card}" for at, card in enumerate(rows)
    )
    assert re.match(rf"Round 1, turn 1 {lain} Chosen", first)


def test_a_choice_tells_the_heads_of_its_turn(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    ada.post(address(table))
    one = Analysis.objects.get()
    one.choices[0]["took"] = 17
    one.save()
    text = text_of(ada, table, query="?round=1")
    assert "Taken in this turn: 17 bull heads." in text
    for choice in one.choices:
        del choice["took"]
    one.save()
    assert "Taken in this turn" not in text_of(ada, table, query="?round=1"), "one of before"


def test_both_see_the_choices_of_the_other(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    signed_in(pair[0]).post(address(table, 1))
    text = text_of(signed_in(pair[1]), table, 1)
    assert "Ben (you)" in text
    assert f"Heads taken {table.seats.get(index=1).heads}" in text


def test_of_a_table_of_the_club_only_who_sat_there_may_look(pair: tuple[Player, Player]) -> None:
    table = finished(*pair, visibility=Table.Visibility.CLUB)
    member = signed_in(PlayerFactory.create())
    assert member.get(address(table)).status_code == HTTPStatus.FORBIDDEN
    assert member.post(address(table)).status_code == HTTPStatus.FORBIDDEN
    assert Client().get(address(table)).status_code == HTTPStatus.FOUND
    assert not Analysis.objects.exists()


def test_of_a_public_table_strangers_may_look_but_not_ask(pair: tuple[Player, Player]) -> None:
    table = finished(*pair, visibility=Table.Visibility.PUBLIC)
    assert "Sign in" in text_of(Client(), table)
    assert Client().post(address(table)).status_code == HTTPStatus.FORBIDDEN
    signed_in(PlayerFactory.create()).post(address(table))
    assert "Choices and luck" in text_of(Client(), table)


def test_there_is_none_of_a_game_that_runs_was_abandoned_or_is_sealed(
    pair: tuple[Player, Player],
) -> None:
    running = start_table(*pair, options=Options(max_rounds=1))
    sealed = finished(*pair)
    soon = timezone.now() + timedelta(hours=1)
    Table.objects.filter(pk=sealed.pk).update(sealed_until=soon)
    ada = signed_in(pair[0])
    for table in (running, sealed):
        assert ada.get(address(table)).status_code == HTTPStatus.NOT_FOUND
        assert ada.post(address(table)).status_code == HTTPStatus.NOT_FOUND
    ada.post(reverse("games:abandon", args=[running.code]))
    assert ada.get(address(running)).status_code == HTTPStatus.NOT_FOUND
    assert ada.get(address(finished(*pair), 2)).status_code == HTTPStatus.NOT_FOUND
    assert not Analysis.objects.exists()


def test_of_games_that_it_does_not_understand_it_says_so(pair: tuple[Player, Player]) -> None:
    table = finished(*pair, options=Options(variant=Variant.SPECIAL, ending=Ending.LIMIT))
    ada = signed_in(pair[0])
    assert "are not analysed" in text_of(ada, table)
    ada.post(address(table))
    assert not Analysis.objects.exists()


def test_asked_twice_it_is_made_once(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    with patch.object(jobs, "_run", wraps=jobs._run) as run:
        signed_in(pair[0]).post(address(table))
        signed_in(pair[1]).post(address(table))
        signed_in(pair[1]).post(address(table))
    assert run.call_count == 1
    assert Analysis.objects.count() == 1


def test_one_at_a_time_for_each_member_and_some_for_the_club(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = finished(*pair), finished(*pair)
    ada, ben = signed_in(pair[0]), signed_in(pair[1])
    monkeypatch.setattr(jobs, "_begin", lambda: None)
    assert ada.post(address(table)).status_code == HTTPStatus.FOUND
    assert "is being analysed" in text_of(ada, table)
    refused = ada.post(address(other))
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "please try again" in refused.content.decode()
    monkeypatch.setattr(jobs, "MOST_OPEN", 1)
    assert ben.post(address(other)).status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert Analysis.objects.count() == 1


def test_what_a_dead_process_left_of_another_game_does_not_stand_in_the_way_for_ever(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = finished(*pair), finished(*pair)
    ada = signed_in(pair[0])
    with monkeypatch.context() as dead:
        dead.setattr(jobs, "_begin", lambda: None)
        ada.post(address(table))
    Analysis.objects.update(beat=timezone.now() - jobs.SILENCE - timedelta(seconds=1))
    refused = ada.post(address(other))
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "Other games are being analysed" in refused.content.decode()
    assert ada.post(address(other)).status_code == HTTPStatus.FOUND
    assert [each.is_ready for each in Analysis.objects.all()] == [True, True]


def test_who_is_erased_while_they_ask_is_refused(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    gone = PlayerFactory.create()
    Player.objects.filter(pk=gone.pk).delete()
    with pytest.raises(TableError) as refused:
        jobs.ask(gone, table.pk, 0, timezone.now())
    assert refused.value.code == TableErrorCode.LATE
    assert not Analysis.objects.exists()


def test_a_table_that_is_deleted_meanwhile_does_not_hold_up_others(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = finished(*pair), finished(*pair)
    with monkeypatch.context() as waiting:
        waiting.setattr(jobs, "_begin", lambda: None)
        jobs.ask(pair[0], table.pk, 0, timezone.now())
        jobs.ask(pair[1], other.pk, 0, timezone.now())
    claim = jobs._claim

    def claim_and_delete(now: datetime) -> Analysis | None:
        claimed = claim(now)
        Table.objects.filter(pk=table.pk).delete()
        return claimed

    monkeypatch.setattr(jobs, "_claim", claim_and_delete)
    jobs.work()
    assert [(each.table_id, each.is_ready) for each in Analysis.objects.all()] == [(other.pk, True)]


def stored(table: Table, chosen: int, *weighed: tuple[int, float]) -> None:
    """An analysis of one choice between these cards and their heads."""
    choice = {
        "round": 1,
        "turn": 9,
        "kind": "card",
        "chosen": chosen,
        "weighed": [[card, heads, 0.0, 0.0] for card, heads in weighed],
        "reasons": [None, None],
    }
    heads = table.seats.get(index=0).heads
    rounds = [[1, min(heads for _card, heads in weighed), heads]]
    Analysis.objects.create(
        table=table, seat=0, asked_at=timezone.now(), choices=[choice], rounds=rounds, cost=0
    )


def test_a_choice_between_cards_that_cost_nothing_is_shown(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    stored(table, 103, (103, 0.0), (104, 0.0))
    assert "Chosen: 103 , the best." in text_of(signed_in(pair[0]), table, query="?round=1")


def test_no_difference_is_told_that_is_rounded_away(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    stored(table, 40, (39, 2.0), (40, 2.04))
    text = text_of(signed_in(pair[0]), table, query="?round=1")
    assert "Chosen: 40 , as good as the best: 39 ." in text
    assert "0.0 heads fewer" not in text


def test_what_a_dead_process_left_is_taken_up_by_the_next_look(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    with monkeypatch.context() as dead:
        dead.setattr(jobs, "_begin", lambda: None)
        ada.post(address(table))
    now = timezone.now()
    Analysis.objects.update(beat=now, done=3, total=9)
    text_of(ada, table)
    assert not Analysis.objects.get().is_ready, "another process is at work"
    Analysis.objects.update(beat=now - jobs.SILENCE - timedelta(seconds=1))
    text_of(ada, table)
    assert Analysis.objects.get().is_ready


@pytest.mark.apart
def test_one_that_fails_is_not_tried_again_and_others_go_on(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = finished(*pair), finished(*pair)
    ada = signed_in(pair[0])
    with monkeypatch.context() as broken:
        broken.setattr(apart, "CHILD", "no-such-file.py")
        ada.post(address(table))
    assert "could not be analysed" in text_of(ada, table)
    ada.post(address(table))
    assert Analysis.objects.get().has_failed
    ada.post(address(other))
    assert "Choices and luck" in text_of(ada, other)


@pytest.mark.apart
def test_one_that_a_stopped_server_left_goes_on_with_the_next_look(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    with monkeypatch.context() as stopped:
        stopped.setattr(apart, "_is_over", False)
        apart.end()
        ada.post(address(table))
    left = Analysis.objects.get()
    assert left.is_open
    assert not left.has_failed
    text_of(ada, table)
    assert Analysis.objects.get().is_ready


def test_the_replay_leads_there_whoever_may_go(pair: tuple[Player, Player]) -> None:
    table = finished(*pair, visibility=Table.Visibility.CLUB)
    replay = reverse("games:replay", args=[table.code]) + "?turn=1.0"
    assert address(table, 1) in signed_in(pair[1]).get(replay).content.decode()
    member = signed_in(PlayerFactory.create())
    assert "/coach/" not in member.get(replay).content.decode()


def test_ones_own_games_tell_what_ones_choices_cost_and_not_those_of_others(
    pair: tuple[Player, Player],
) -> None:
    table = finished(*pair)
    past = reverse("games:past")
    ada, ben = signed_in(pair[0]), signed_in(pair[1])
    assert "Your choices cost" not in ada.get(past).content.decode()
    ada.post(address(table, 1))
    assert "Your choices cost" not in ada.get(past).content.decode()
    lost = round(Analysis.objects.get().cost or 0, 1)
    text = ben.get(past).content.decode()
    assert f"Your choices cost {lost} heads in 1 analysed game." in text
    assert "With 2 players, 1 game" in text


def test_in_french_it_is_french(pair: tuple[Player, Player]) -> None:
    table = finished(*pair)
    ada = signed_in(pair[0])
    ada.post(address(table))
    ada.cookies["django_language"] = "fr"
    answer = ada.get(address(table), headers={"Accept-Language": "fr"})
    assert "Ce que coûtent les choix" in answer.content.decode()
