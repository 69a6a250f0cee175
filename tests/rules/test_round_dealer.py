"""A round that ends with a RoundDealer is scored, and still lies on the table."""

from games.rules.actions import ChooseCard
from games.rules.dealer import RoundDealer
from games.rules.engine import apply
from games.rules.events import RoundScored, RoundStarted
from tests.rules.builders import dealer, position, row


def test_no_other_round_is_dealt() -> None:
    before = position([row(12), row(37), row(43), row(58)], [(59,), (60,)])
    chosen, _ = apply(before, ChooseCard(0, 59), dealer(1))
    ended, events = apply(chosen, ChooseCard(1, 60), RoundDealer(dealer(1)))
    assert [lane.cards for lane in ended.round.rows] == [(12,), (37,), (43,), (58, 59, 60)]
    assert not any(ended.round.hands)
    assert ended.round_scores == ((0, 0),)
    assert any(isinstance(event, RoundScored) for event in events)
    following, more = apply(chosen, ChooseCard(1, 60), dealer(1))
    assert following.round.number == 2
    assert any(isinstance(event, RoundStarted) for event in more)
    assert more[: len(events)] == events
