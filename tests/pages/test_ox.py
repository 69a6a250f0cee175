"""A table against the ox: its seat, what the team may play, the council, the end."""

import re
from dataclasses import replace

import pytest

from games.rules.actions import Action, Agree, ChooseCard, Propose, Ready
from games.rules.cards import OxKind
from games.rules.events import Events, Revealed
from games.rules.options import Options, Variant
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from games.table.trophies import Most, Trophies, WorstTake
from tests.pages.tables import (
    HOST,
    deal,
    play_to_the_end,
    private_html,
    private_text,
    public_html,
    public_text,
    table_in_play,
)
from tests.rules.builders import Game
from tests.rules.ox_builders import ROWS, against

OX = Options(variant=Variant.OX)
BOB = Viewer(seat=1, is_member=True, is_host=False)


class Told(Game):
    """A game with what was told since its reveal."""

    story: Events = ()

    def do(self, action: Action) -> Events:
        events = super().do(action)
        begins = any(isinstance(event, Revealed) for event in events)
        self.story = events if begins else self.story + events
        return events

    def table(self) -> Snapshot:
        return table_in_play(self.state, self.story)


def in_council(*kinds: OxKind) -> Told:
    """Two players and the ox have revealed 14, 44 and 15."""
    start = against(ROWS, [(14, 1, 2), (44, 3, 4)], (15, 5), *kinds, supply=(OxKind.SORT,))
    game = Told(start.state)
    game.reveal(14, 44)
    return game


def test_the_ox_has_a_seat_with_a_card_face_down_and_a_column_of_the_pad() -> None:
    html = public_html(table_in_play(deal(2, OX)), "en", "bulls")
    players = re.findall(r'<li class="player.*?</li>', html, re.DOTALL)
    assert len(players) == 3
    assert 'data-seat="2"' in players[2]
    assert "The ox" in players[2]
    assert "#back" in players[2]
    assert re.search(r"<th[^>]*><span>The ox</span></th>", html)
    french = public_html(table_in_play(deal(2, OX)), "fr", "bulls")
    assert "Le bœuf" in french


def test_the_special_cards_of_the_team_lie_open() -> None:
    html = public_html(in_council(OxKind.STOP, OxKind.LAST).table(), "en", "bulls")
    assert 'aria-label="Stop"' in html
    assert 'aria-label="Last"' in html
    assert "1 card in the pile" in html


def test_in_the_council_everybody_is_asked_and_sees_what_would_come() -> None:
    table = in_council(OxKind.STOP, OxKind.SEVEN_TAKES).table()
    assert "The team talks: waiting for Ana and Bob." in public_text(table)
    asked = private_text(table, HOST)
    assert "team +0, ox +0" in asked
    html = private_html(table, HOST, "en", "bulls")
    # With the first row blocked 14 and 15 are low cards, of which the ox's is 15.
    assert '<option value="stop..0">team +1 × 2, ox +0 · row 1 is blocked</option>' in html
    assert 'form="do-propose"' in html
    assert 'form="do-ready"' in html
    assert "do-propose" not in private_html(table, replace(HOST, seat=None), "en", "bulls")


def test_what_is_proposed_is_told_and_the_others_answer() -> None:
    game = in_council(OxKind.STOP)
    game.do(Propose(0, OxKind.STOP, row=0))
    table = game.table()
    assert "Ana proposes Stop: row 1 is blocked." in public_text(table)
    assert "waiting for Bob." in public_text(table)
    bob = private_html(table, BOB, "en", "bulls")
    assert 'form="do-agree"' in bob
    assert 'form="do-decline"' in bob
    assert "Ana proposes Stop: row 1 is blocked. team +1 × 2, ox +0" in private_text(table, BOB)
    assert 'form="do-agree"' not in private_html(table, HOST, "en", "bulls")
    game.do(Agree(1))
    assert "The team plays Stop: row 1 is blocked." in public_text(game.table())


def test_the_numbers_are_placed_when_all_are_ready() -> None:
    game = in_council(OxKind.STOP)
    game.do(Ready(0))
    assert "You are ready." in private_text(game.table(), HOST)
    game.do(Ready(1))
    told = public_text(game.table())
    assert "The ox plays 15, after 14 in row 1." in told
    assert "Bob plays 44, after 43 in row 3." in told


def test_where_a_special_card_put_a_number_into_a_row_its_row_is_told_only() -> None:
    game = in_council(OxKind.INSERT)
    game.do(Propose(0, OxKind.INSERT, card=44, row=3))
    game.do(Agree(1))
    game.do(Ready(0))
    game.do(Ready(1))
    told = public_text(game.table())
    assert "Bob plays 44, in row 4." in told
    assert "The ox plays 15, in row 1." in told


def test_beside_the_totals_lie_the_open_cards_for_a_phone() -> None:
    html = public_html(in_council(OxKind.STOP, OxKind.LAST).table(), "en", "bulls")
    tally = html.partition('class="tally"')[2].partition("</p>")[0]
    assert re.findall(r"#(\w+)", tally) == ["stop", "last"]
    assert "aria-label" not in tally


@pytest.mark.parametrize(
    ("piles", "ox", "told"),
    [
        ((7,), 11, "Team 7 × 2 = 14 Ox 11"),
        ((3, 4), 0, "Team 7 × 2 = 14 Ox 0"),
        ((3, 4, 0), 11, "Team 7 Ox 11"),
    ],
)
def test_both_totals_are_shown_and_the_teams_counts_twice_for_one_and_two(
    piles: tuple[int, ...], ox: int, told: str
) -> None:
    game = deal(len(piles), OX)
    round = game.round
    assert round.ox is not None
    then = round._replace(pile_heads=piles, ox=round.ox._replace(heads=ox))
    assert told in public_text(table_in_play(game._replace(round=then)))


def end_of(piles: tuple[int, ...], ox: int, worst: WorstTake) -> str:
    """The text of a table whose players and ox ended with these heads."""
    game, story = play_to_the_end(deal(len(piles), OX))
    round = game.round
    assert round.ox is not None
    then = game._replace(
        round=round._replace(pile_heads=piles, ox=round.ox._replace(heads=ox)),
        round_scores=(piles,),
        ranks=((2, 1)[sum(piles) * 2 < ox],) * len(piles),
    )
    trophies = Trophies(worst, Most(1, (0,)), Most(1, (0,)))
    return public_text(replace(table_in_play(then, story), trophies=trophies))


def test_the_end_says_by_how_much_and_what_would_have_turned_it() -> None:
    take = WorstTake(1, 8, 0, 0, (5, 28), 4)
    won = end_of((5,), 13, take)
    assert "5, counted twice" in won
    assert "The team is ahead by 3 bull heads." in won
    # 2 * 9 is compared with 11: with 5 the team would have had 10.
    lost = end_of((9,), 11, take)
    assert "With 4 bull heads fewer, the team would have won." in lost
    assert "The row that Ana took in turn 8 had at least that many." in lost
    assert "at least that many" not in end_of((10,), 11, take)
    assert "at least that many" not in end_of((9,), 11, take._replace(seat=1))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_shows_both_sides(language: str) -> None:
    game, story = play_to_the_end(deal(3, OX))
    table = table_in_play(game, story)
    text = public_text(table, language)
    won = game.ranks == (1, 1, 1)
    assert won or game.ranks == (2, 2, 2)
    sentences = {
        "en": ("The team wins!", "The ox wins."),
        "fr": ("L’équipe gagne\N{NO-BREAK SPACE}!", "Le bœuf gagne."),
    }
    assert sentences[language][0 if won else 1] in text
    steps = re.findall(
        r'<li class="result__step.*?</li>', public_html(table, language, "bulls"), re.DOTALL
    )
    assert len(steps) == 2


def test_a_choice_is_secret_against_the_ox_too() -> None:
    game = deal(2, OX)
    chosen = Told(game)
    chosen.do(ChooseCard(0, game.round.hands[0][0]))
    other = Told(game)
    other.do(ChooseCard(0, game.round.hands[0][1]))
    assert public_html(chosen.table(), "en", "bulls") == public_html(other.table(), "en", "bulls")


def test_a_row_that_was_emptied_is_drawn() -> None:
    start = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.SHIFT, OxKind.STOP)
    game = Told(start.state)
    game.reveal(14, 44)
    game.do(Propose(0, OxKind.SHIFT, card=58, row=0))
    game.do(Agree(1))
    rows = re.findall(
        r'<li class="row.*?</li>', public_html(game.table(), "en", "bulls"), re.DOTALL
    )
    assert rows[3].count('class="place"></span>') == 5
