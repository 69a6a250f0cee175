"""How a game ended, as its page shows it, and what that means for one player."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts import names
from accounts.names import isolated, join_names
from games.live.regions import Look, in_its_language, render_flat
from games.page import decks
from games.page.result_chart import (
    Chart,
    draw_chart,
    hardest_round,
    lead_changes,
    leaders_by_round,
    leads_since,
    totals_by_round,
)
from games.rules.options import Variant
from games.rules.ox import counted_heads, heads_to_win
from games.rules.state import View
from games.table.snapshot import Snapshot

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Placing:
    """A player in the final order. out_in: the round that put the player out, or None.

    note: more on the heads, or "". url: of the profile; "" of a bot, a guest and who has left.
    """

    rank: int
    name: str
    heads: int
    heads_text: str
    out_in: int | None
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank and who shares it; the first three ranks stand on the podium."""

    rank: int
    placings: tuple[Placing, ...]

    @property
    def is_on_podium(self) -> bool:
        return self.rank <= PODIUM

    @property
    def is_shared(self) -> bool:
        return len(self.placings) > 1


@dataclass(frozen=True, slots=True)
class Take:
    """The worst take in words, its cards, and the address of its turn in the replay."""

    sentence: str
    cards: tuple[SafeString, ...]
    url: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A sentence on the course of the game, and the address of that round in the replay, or ""."""

    sentence: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class AgainstOx:
    """Whether the ox was beaten; told: by how much, or what would have turned it."""

    is_won: bool
    told: str


@dataclass(frozen=True, slots=True)
class Result:
    """steps: best first. chart, points: None and empty for a game of one round.

    against_ox: None where there is no ox.
    trophies: sentences on other records of the game. chart_heads: what the chart counts, in the
    word of the deck. url: of the table.
    notes_url: what the game counts for, "" where it belongs to nothing.
    """

    steps: tuple[Rank, ...]
    against_ox: AgainstOx | None
    chart: Chart | None
    chart_heads: str
    worst: Take | None
    trophies: tuple[str, ...]
    points: tuple[TurningPoint, ...]
    url: str
    notes_url: str


@lru_cache(maxsize=200)
@in_its_language
def draw_result(look: Look, snapshot: Snapshot, view: View) -> SafeString:
    """The result of a finished game, where the rows lay."""
    result = present_result(snapshot, view, look.deck)
    return render_flat("games/table/result.html", {"result": result})


def present_result(snapshot: Snapshot, view: View, deck: str) -> Result:
    """The result of a finished game."""
    has_several_rounds = len(view.round_scores) > 1
    counts = snapshot.origin_url or snapshot.is_rated
    return Result(
        steps=present_steps(snapshot, view, deck),
        against_ox=_against_ox(snapshot, view, deck),
        chart=_chart(snapshot, view) if has_several_rounds else None,
        chart_heads=decks.heads_word(deck),
        worst=_worst_take(snapshot, deck),
        trophies=_trophies(snapshot),
        points=_turning_points(snapshot, view, deck) if has_several_rounds else (),
        url=reverse("games:table", args=[snapshot.code]),
        notes_url=reverse("games:notes", args=[snapshot.code]) if counts else "",
    )


def present_steps(snapshot: Snapshot, view: View, deck: str) -> tuple[Rank, ...]:
    """Everybody by rank, best first; nobody while the game goes on."""
    if view.ranks is None:
        return ()
    if view.ox is not None:
        return _team_and_ox(snapshot, view, deck)
    placings = [
        Placing(
            rank=view.ranks[seat.index],
            name=seat.name,
            heads=view.totals[seat.index],
            heads_text=decks.count_heads(view.totals[seat.index], deck),
            out_in=view.out_in(seat.index),
            url=reverse("games:profile", args=[seat.player_id]) if seat.user_id else "",
        )
        for seat in snapshot.seats
    ]
    by_rank = attrgetter("rank")
    ordered = sorted(placings, key=by_rank)
    return tuple(Rank(rank, tuple(same)) for rank, same in groupby(ordered, by_rank))


def _team_and_ox(snapshot: Snapshot, view: View, deck: str) -> tuple[Rank, ...]:
    """The team and the ox, the winner first; the team's heads as they count."""
    heads = view.ox.heads if view.ox is not None else 0
    team = counted_heads(sum(view.totals), view.player_count)
    is_won = 1 in (view.ranks or ())
    people = join_names([seat.name for seat in snapshot.seats])
    is_doubled = 0 < sum(view.totals) < team
    note = gettext("%(heads)d, counted twice") % {"heads": sum(view.totals)} if is_doubled else ""
    sides = [(people, team, note), (names.shown(names.OX), heads, "")]
    return tuple(
        Rank(rank, (Placing(rank, name, count, decks.count_heads(count, deck), None, more),))
        for rank, (name, count, more) in enumerate(sides if is_won else sides[::-1], start=1)
    )


def replay_url(snapshot: Snapshot, round_number: int, turn: int) -> str:
    """The address of a turn in the replay."""
    table = reverse("games:table", args=[snapshot.code])
    return f"{table}replay/?turn={round_number}.{turn}"


def _chart(snapshot: Snapshot, view: View) -> Chart:
    options = view.options
    rounds = len(view.round_scores)
    return draw_chart(
        names=[seat.name for seat in snapshot.seats],
        totals=totals_by_round(view.round_scores),
        last_rounds=[out_in or rounds for out_in in view.eliminated_in],
        winners=[seat for seat, rank in enumerate(view.ranks or ()) if rank == 1],
        limit=None if options.variant is Variant.SPECIAL else options.limit,
    )


def _worst_take(snapshot: Snapshot, deck: str) -> Take | None:
    if snapshot.trophies is None:
        return None
    worst = snapshot.trophies.worst
    sentence = gettext("Round %(round)d, turn %(turn)d: %(name)s took row %(row)d, %(heads)s.") % {
        "round": worst.round,
        "turn": worst.turn,
        "row": worst.row + 1,
        "name": isolated(_name(snapshot, worst.seat)),
        "heads": decks.count_heads(worst.heads, deck),
    }
    cards = tuple(decks.card(card, deck) for card in worst.cards)
    return Take(sentence, cards, replay_url(snapshot, worst.round, worst.turn))


def _against_ox(snapshot: Snapshot, view: View, deck: str) -> AgainstOx | None:
    """By how much the ox was beaten, or what would have turned it."""
    if view.ox is None:
        return None
    team, heads = sum(view.totals), view.ox.heads
    if 1 in (view.ranks or ()):
        spare = heads - counted_heads(team, view.player_count)
        words = {"heads": decks.count_heads(spare, deck)}
        return AgainstOx(True, gettext("The team is ahead by %(heads)s.") % words)
    fewer = heads_to_win(team, heads, view.player_count)
    if fewer is None:
        told = gettext("The ox has taken nothing: nobody could have beaten it.")
        return AgainstOx(False, told)
    words = {"heads": decks.count_heads(fewer, deck)}
    told = gettext("With %(heads)s fewer, the team would have won.") % words
    worst = snapshot.trophies and snapshot.trophies.worst
    if not worst or worst.seat >= view.player_count or worst.heads < fewer:
        return AgainstOx(False, told)
    cost = gettext("The row that %(name)s took in turn %(turn)d had at least that many.") % {
        "name": isolated(_name(snapshot, worst.seat)),
        "turn": worst.turn,
    }
    return AgainstOx(False, f"{told} {cost}")


def _name(snapshot: Snapshot, seat: int) -> str:
    """Of a seat; the ox's is the one after the last."""
    return snapshot.seats[seat].name if seat < len(snapshot.seats) else names.shown(names.OX)


def _trophies(snapshot: Snapshot) -> tuple[str, ...]:
    """Who took most rows, and who went longest without taking one."""
    if snapshot.trophies is None:
        return ()
    rows, calm = snapshot.trophies.rows, snapshot.trophies.calm
    took = ngettext(
        "%(names)s took the most rows: %(count)d.",
        "%(names)s took the most rows: %(count)d each.",
        len(rows.seats),
    )
    laid = ngettext(
        "%(names)s went longest without taking a row: %(count)d cards.",
        "%(names)s went longest without taking a row: %(count)d cards each.",
        len(calm.seats),
    )
    return tuple(
        sentence
        % {
            "names": join_names([_name(snapshot, seat) for seat in most.seats]),
            "count": most.number,
        }
        for sentence, most in ((took, rows), (laid, calm))
    )


def _turning_points(snapshot: Snapshot, view: View, deck: str) -> tuple[TurningPoint, ...]:
    leaders = leaders_by_round(view.round_scores, view.eliminated_in)
    hardest = hardest_round(view.round_scores)
    cost = gettext("Round %(round)d cost %(name)s %(heads)s: the most expensive round of the game.")
    if sum(scores.count(hardest.heads) for scores in view.round_scores) > 1:
        cost = gettext("Round %(round)d cost %(name)s %(heads)s: no round was more expensive.")
    points = [
        *(TurningPoint(sentence) for sentence in _lead(snapshot, view, leaders)),
        TurningPoint(
            cost
            % {
                "round": hardest.round,
                "name": isolated(snapshot.seats[hardest.seat].name),
                "heads": decks.count_heads(hardest.heads, deck),
            },
            replay_url(snapshot, hardest.round, 1),
        ),
    ]
    return tuple(points)


def _lead(snapshot: Snapshot, view: View, leaders: list[frozenset[int]]) -> list[str]:
    """Who led since when, and how often the lead changed."""
    winners = [seat for seat, rank in enumerate(view.ranks or ()) if rank == 1]
    sentences = []
    if len(winners) == 1:
        since = leads_since(leaders, winners[0])
        name = isolated(snapshot.seats[winners[0]].name)
        if since == 1:
            sentence = gettext("%(name)s led from the first round to the last.")
        elif since == len(leaders):
            sentence = gettext("%(name)s took the lead in the last round.")
        else:
            sentence = gettext("%(name)s took the lead in round %(round)d and kept it.")
        sentences.append(sentence % {"name": name, "round": since})
    changes = lead_changes(leaders)
    if changes:
        sentences.append(
            ngettext(
                "The lead changed hands once.", "The lead changed hands %(count)d times.", changes
            )
            % {"count": changes}
        )
    return sentences


CAME = {
    2: gettext_lazy("You came second."),
    3: gettext_lazy("You came third."),
    4: gettext_lazy("You came fourth."),
    5: gettext_lazy("You came fifth."),
    6: gettext_lazy("You came sixth."),
    7: gettext_lazy("You came seventh."),
    8: gettext_lazy("You came eighth."),
    9: gettext_lazy("You came ninth."),
    10: gettext_lazy("You came tenth."),
}


@in_its_language
def say_placing(
    _look: Look,
    ranks: tuple[int, ...] | None,
    seat: int | None,
    was_away: bool,
    is_against_ox: bool,
) -> str:
    """What the result means for a seat; nothing for a spectator or where there is no result.

    was_away: the bot has finished the game for its player.
    """
    if ranks is None or seat is None:
        return ""
    if is_against_ox:
        is_won = ranks[seat] == 1
        return gettext("You have beaten the ox!") if is_won else gettext("The ox was stronger.")
    rank = ranks[seat]
    is_shared = ranks.count(1) > 1
    if was_away and rank == 1:
        if is_shared:
            return gettext("The bot finished the game for you and shares first place.")
        return gettext("The bot finished the game for you and won.")
    if rank > 1:
        return str(CAME[rank])
    if is_shared:
        return gettext("You share first place.")
    return gettext("You win!")
