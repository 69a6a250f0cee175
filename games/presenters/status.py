"""The status of a table: round and turn, and the names of those it waits for."""

from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from accounts.names import isolated, join_names
from games.live.regions import Region, region, render_part
from games.models import Table
from games.pause.presenter import paused_status
from games.rules.projection import View
from games.rules.state import Awaited, Decision
from games.snapshot import Snapshot
from games.time_limits import day_and_time

# More names do not fit on a phone; those who are awaited are marked in the list of players too.
MOST_NAMES = 3
KEPT_PLACES = 2000


@dataclass(frozen=True, slots=True)
class Status:
    """place: round and turn. sentence: what is awaited, of whom. has_deadline: time is limited.

    until: the day and the time of the deadline, where the seconds left say nothing.
    """

    place: str
    sentence: str
    has_deadline: bool = False
    until: str = ""


def present_status(snapshot: Snapshot, view: View | None) -> Status:
    """The line above the table."""
    if snapshot.status == Table.Status.OPEN:
        return Status(gettext("The table is open"), _seats_sentence(snapshot))
    if view is None:
        return Status(gettext("The end"), gettext("This table was closed before the first deal."))
    if snapshot.status == Table.Status.ABANDONED:
        return Status(gettext("The end"), gettext("This game was abandoned."))
    if view.decision is None:
        return Status(gettext("The end"), _winners_sentence(snapshot, view))
    if snapshot.is_paused:
        is_ending = snapshot.seconds_are_counted_to is not None
        return Status(_place(view), paused_status(snapshot), has_deadline=is_ending)
    sentence = _awaited_sentence(snapshot, view, view.decision)
    deadline = snapshot.deadline
    until = day_and_time(deadline) if deadline and snapshot.is_by_correspondence else ""
    return Status(_place(view), sentence, has_deadline=deadline is not None, until=until)


def status_region(status: Status, language: str) -> Region:
    """The line above the table as HTML, a part for each half: a choice changes one of them."""
    parts = {
        "status-place": _place_html(replace(status, sentence=""), language),
        "status-sentence": render_part("status_sentence", status.sentence),
    }
    return region("status", "", language, parts)


@lru_cache(maxsize=KEPT_PLACES)
def _place_html(status: Status, _language: str) -> SafeString:
    return render_part("status_place", status)


def present_own_status(snapshot: Snapshot, view: View | None, seat: int | None) -> str:
    """The status sentence for a viewer who is awaited ("Your turn."); empty for all others.

    It does not change as others choose, so that their choices change nothing private.
    """
    decision = None if view is None else view.decision
    if view is None or decision is None or seat not in decision.seats:
        return ""
    if snapshot.away[seat] or snapshot.is_paused:
        return ""
    words = {
        "card": decision.card,
        "number": sum(view.hand_sizes) + 1,
        "count": len(view.seats) * view.options.hand_size,
    }
    return _own_sentence(decision) % words


def _own_sentence(decision: Decision) -> str:
    match decision.kind:
        case Awaited.ROW:
            return gettext("%(card)d is too low for every row: choose one to take.")
        case Awaited.PICK:
            return gettext("You pick a card (%(number)d of %(count)d).")
        case Awaited.SPECIAL:
            return gettext("You may play a special card with the %(card)d.")
        case Awaited.EXCHANGE:
            return gettext("You may exchange a special card.")
        case _:
            return gettext("Your turn.")


def _seats_sentence(snapshot: Snapshot) -> str:
    free = sum(seat.is_free for seat in snapshot.seats)
    if free:
        return ngettext("%(count)d seat is free.", "%(count)d seats are free.", free) % {
            "count": free
        }
    return gettext("Every seat is taken: the host may start.")


def _winners_sentence(snapshot: Snapshot, view: View) -> str:
    winners = [snapshot.seats[seat].name for seat, rank in enumerate(view.ranks or ()) if rank == 1]
    return ngettext("%(names)s wins.", "%(names)s win together.", len(winners)) % {
        "names": join_names(winners)
    }


def _place(view: View) -> str:
    if view.turn_number == 0:
        return gettext("Round %(round)d, the draft") % {"round": view.round_number}
    return gettext("Round %(round)d, turn %(turn)d of %(turns)d") % {
        "round": view.round_number,
        "turn": view.turn_number,
        "turns": view.options.hand_size,
    }


def _waits_for_all(view: View) -> bool:
    return view.decision is not None and len(view.decision.seats) == len(view.seats) > MOST_NAMES


def _awaited_sentence(snapshot: Snapshot, view: View, decision: Decision) -> str:
    if _waits_for_all(view):
        return gettext("Everybody chooses a card.")
    names = join_names([snapshot.seats[seat].name for seat in decision.seats])
    match decision.kind:
        case Awaited.ROW:
            return gettext(
                "%(card)d is too low for every row: %(names)s chooses a row to take."
            ) % {
                "card": decision.card,
                "names": names,
            }
        case Awaited.PICK:
            return gettext("%(names)s picks a card (%(number)d of %(count)d).") % {
                "names": names,
                "number": sum(view.hand_sizes) + 1,
                "count": len(view.seats) * view.options.hand_size,
            }
        case Awaited.SPECIAL:
            return gettext("%(names)s may play a special card with the %(card)d.") % {
                "names": names,
                "card": decision.card,
            }
        case Awaited.EXCHANGE:
            return gettext("%(names)s may exchange a special card.") % {"names": names}
        case _:
            return _waiting_for([snapshot.seats[seat].name for seat in decision.seats])


def _waiting_for(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    if more < 2:
        return gettext("Waiting for %(names)s.") % {"names": join_names(names)}
    first = ", ".join(isolated(name) for name in names[:MOST_NAMES])
    return gettext("Waiting for %(names)s and %(count)d others.") % {"names": first, "count": more}
