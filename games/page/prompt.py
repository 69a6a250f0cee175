"""What the viewer of a table is asked: a sentence, and the buttons that answer it."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop as _

from accounts import names
from accounts.club.current import club
from games.live.regions import Look, Shown, in_its_language, render_flat, render_part
from games.models import Table
from games.page import words
from games.page.council import describe_council
from games.page.draw import draw_prompt, text_of
from games.page.result import say_placing
from games.page.special import draw_question, say_question
from games.page.words import NOTHING, Sentence, count_heads, head, join, moment, say
from games.rules.actions import ChooseCard, TakeRow
from games.rules.state import Awaited, Decision, View
from games.seats.forms import USUAL_BOT
from games.seats.seats import ABOUT_LEVELS, bot_levels
from games.table.access import Viewer
from games.table.pause import PauseState, may_go_on, unanswered
from games.table.snapshot import HeldFor, Snapshot
from games.table.time_limits import day_and_time
from games.table.transition import is_left_to_bots


def describe_prompt(table: Snapshot, view: View | None, viewer: Viewer) -> Shown:
    """What is asked of a viewer, in play and around it. view: the game as they may know it."""
    seat = viewer.seat
    is_away = view is not None and _bot_plays(table, view, seat)
    if is_away:
        view = None  # a player for whom the bot plays is asked nothing
    decision = None
    if view is not None and not table.has_ended and not table.is_paused:
        decision = view.decision
    is_urgent = decision is not None and seat in decision.seats
    question = None
    if view is not None and is_urgent and decision is not None and decision.is_special:
        question = view
    buttons = [
        *_row_offers(view),
        *([(draw_question, question)] if question else []),
        *(describe_council(table, view, seat) if view and view.ox else ()),
        *_fast_forward(table, view, seat),
        *([(_draw_back, _away_sentences(table))] if is_away else []),
        *_pause(table, viewer),
        *([] if is_urgent or view is None else _next_turn(table, seat)),
        *_waiting(table, viewer),
        *_ended(table, viewer),
    ]
    sentence = (say_question, question) if question else _sentence(table, view, seat)
    return draw_prompt, seat, is_urgent, sentence, tuple(buttons)


def nothing_asked(seat: int) -> Shown:
    """The prompt of a player who is asked nothing and told nothing."""
    return draw_prompt, seat, False, NOTHING, ()


# --- The sentence -------------------------------------------------------------------------


def _sentence(table: Snapshot, view: View | None, seat: int | None) -> Sentence:
    if table.is_paused and seat is not None:
        pause = table.pause
        is_ending = pause is not None and pause.state is PauseState.ENDING
        return (say, _("Get ready: the game resumes in a few seconds.")) if is_ending else NOTHING
    if view is None:
        return NOTHING
    if table.has_ended:
        was_away = seat is not None and table.away[seat]
        return say_placing, view.ranks, seat, was_away, view.ox is not None
    if seat is None:
        return say, _("You are watching: hands stay hidden.")
    if view.eliminated_in[seat] is not None:
        text = _("You have been out since round %(number)d, and can watch the others.")
        return say, text, ("number", view.eliminated_in[seat])
    answer = _answer_sentence(view, seat, view.decision) if view.decision is not None else None
    if answer is not None:
        return answer
    if view.choice is not None:
        return words.say_chosen_flipped if view.is_flipped else words.say_chosen, view.choice
    if view.actions and isinstance(view.actions[0], ChooseCard):
        may_flip = bool(view.flips) and view.flips[seat] is None
        is_last = len(view.hand) == 1 and not may_flip
        return say, _("Your last card plays itself.") if is_last else _("Choose your card.")
    return say, _("Your hand")


def _answer_sentence(view: View, seat: int, decision: Decision) -> Sentence | None:
    """What is asked besides a card; None where it is nothing."""
    if decision.kind is Awaited.PICK:
        return _pick_sentence(view, decision.seats[0], seat)
    if decision.kind is Awaited.COUNCIL:
        return say, _("Play a special card together, or place the numbers.")
    if decision.kind is not Awaited.ROW or seat not in decision.seats:
        return None
    text = _("Your %(card)d is lower than every row. Which row do you take?")
    if view.options.fan is not None:
        text = _("Your %(card)d fits no row. Which row do you take?")
    return say, text, ("card", view.counted(decision.card or 0))


def _pick_sentence(view: View, picker: int, seat: int) -> Sentence:
    """When it is this seat's turn."""
    if picker == seat:
        return say, _("Your pick: take a card.")
    if len(view.hand) == view.options.hand_size:
        return say, _("Your hand is complete.")
    return _say_pick_after, (view.seats.index(seat) - view.seats.index(picker)) % len(view.seats)


def _say_pick_after(look: Look, others: int) -> str:
    if others == 1:
        return look.gettext("You pick next.")
    return look.ngettext(
        "You pick after %(count)d other player.", "You pick after %(count)d other players.", others
    ) % {"count": others}


# --- Buttons in play ----------------------------------------------------------------------


def _row_offers(view: View | None) -> Iterator[Shown]:
    """The rows one may take with a low card, and what each costs."""
    if view is not None and view.actions and isinstance(view.actions[0], TakeRow):
        rows = [action.row for action in view.actions if isinstance(action, TakeRow)]
        yield _draw_offers, tuple([(row, view.rows[row].heads) for row in rows])


def _draw_offers(look: Look, offers: tuple[tuple[int, int], ...]) -> SafeString:
    rows = [(row, heads, count_heads(look, heads)) for row, heads in offers]
    return render_part(look, "offers", rows, head(look))


def _bot_plays(table: Snapshot, view: View, seat: int | None) -> bool:
    if seat is None or table.has_ended:
        return False
    return table.away[seat] and view.eliminated_in[seat] is None


def _away_sentences(table: Snapshot) -> tuple[Sentence, ...]:
    """What somebody reads who has left; the first sentence alone has to fit on a phone."""
    if table.pause is not None and table.pause.waits_for_return:
        back = (say, _("Paused until you are back."))
        return back, (_say_bots_play_after, table.pause.ends_at)
    return ((say, _("The bot plays for you.")),)


def _say_bots_play_after(look: Look, until: datetime) -> str:
    return look.gettext("Bots play on after %(moment)s.") % {"moment": moment(look, until)}


@in_its_language
def _draw_back(look: Look, sentences: tuple[Sentence, ...]) -> SafeString:
    texts = [text_of(look, sentence) for sentence in sentences]
    return render_flat("games/table/back.html", {"sentences": texts})


def _fast_forward(table: Snapshot, view: View | None, seat: int | None) -> Iterator[Shown]:
    """For a viewer who is out: to the end where only bots play on, else to see turns at once."""
    if view is None or seat is None or table.has_ended or view.eliminated_in[seat] is None:
        return
    yield _draw_fast_forward, "finish" if is_left_to_bots(table) else "watch"


@in_its_language
def _draw_fast_forward(_look: Look, fast_forward: str) -> SafeString:
    return render_flat("games/table/fast_forward.html", {"fast_forward": fast_forward})


def _next_turn(table: Snapshot, seat: int | None) -> Iterator[Shown]:
    """From a table by correspondence that asks nothing now to the next one that does."""
    if seat is not None and not table.has_ended and table.is_by_correspondence:
        yield _draw_next_turn, table.code


@in_its_language
def _draw_next_turn(_look: Look, code: str) -> SafeString:
    return render_flat("games/table/next_turn.html", {"code": code})


def _pause(table: Snapshot, viewer: Viewer) -> Iterator[Shown]:
    """What is proposed or that the game is paused, and what this viewer may do about it.

    Organizers of the club may end a pause without a seat.
    """
    play, pause, seat = table.play, table.pause, viewer.seat
    if play is None or pause is None or (seat is None and not viewer.is_organizer):
        return
    if pause.waits_for_return and seat is not None and table.away[seat]:
        return  # the way back says it
    if pause.state is PauseState.ON:
        may_end = may_go_on(table, play, None if viewer.is_organizer else seat)
        yield _draw_pause, (_say_paused, pause.ends_at), "go_on" if may_end else ""
    elif pause.state is PauseState.ENDING or seat is None or seat not in table.still_play(play):
        return
    elif seat not in pause.agreed:
        yield _draw_pause, (_say_proposed, table.seats[pause.by].written), "answer"
    else:
        missing = tuple(table.seats[other].written for other in unanswered(table, play))
        yield _draw_pause, (_say_unanswered, *missing), "withdraw" if seat == pause.by else ""


@in_its_language
def _draw_pause(look: Look, sentence: Sentence, may: str) -> SafeString:
    """may: "answer" the proposal, "withdraw" it, "go_on" with the game, or nothing."""
    return render_flat("games/table/pause.html", {"sentence": text_of(look, sentence), "may": may})


def _say_paused(look: Look, until: datetime) -> str:
    return look.gettext("Paused until %(moment)s at the latest.") % {"moment": moment(look, until)}


def _say_proposed(look: Look, by: str) -> str:
    return look.gettext("%(name)s proposes a pause.") % {"name": join(look, [by])}


def _say_unanswered(look: Look, *missing: str) -> str:
    return look.gettext("The pause begins once everybody agrees. Waiting for: %(names)s.") % {
        "names": join(look, missing)
    }


# --- Before the deal and after the game -----------------------------------------------------


class WaitingFacts(NamedTuple):
    """A table that waits for its players. seats: index, name, bot and player of each.

    client_seed: the viewer's text for the deal. held: for whom seats are held; until: how long,
    None where it is a matter of minutes.
    """

    code: str
    viewer: Viewer
    host_id: int | None
    seats: tuple[tuple[int, str, str, int | None], ...]
    client_seed: str
    held: tuple[HeldFor, ...]
    until: datetime | None
    invites_guests: bool
    fewest: int
    is_rated: bool


def _waiting(table: Snapshot, viewer: Viewer) -> Iterator[Shown]:
    if table.status != Table.Status.OPEN:
        return
    yield (
        _draw_waiting,
        WaitingFacts(
            code=table.code,
            viewer=viewer,
            host_id=table.host_id,
            seats=tuple((one.index, one.written, one.bot, one.player_id) for one in table.seats),
            client_seed="" if viewer.seat is None else table.seats[viewer.seat].client_seed,
            held=table.held,
            until=max((one.until for one in table.held), default=None)
            if table.is_by_correspondence
            else None,
            invites_guests=club().has_guests and viewer.is_host and not table.is_rated,
            fewest=table.options.min_players,
            is_rated=table.is_rated,
        ),
    )


@in_its_language
def _draw_waiting(_look: Look, facts: WaitingFacts) -> SafeString:
    """The seats, whom the table waits for, and what a host may do about it."""
    levels, viewer = dict(bot_levels()), facts.viewer
    seats = [
        {
            "index": index,
            "name": names.shown(written),
            "level": levels.get(bot, bot),
            "is_own": index == viewer.seat,
            "is_host": player_id is not None and player_id == facts.host_id,
        }
        for index, written, bot, player_id in facts.seats
    ]
    free = [seat["index"] for seat in seats if not seat["name"]]
    context = {
        "code": facts.code,
        "viewer": viewer,
        "is_seated": viewer.seat is not None,
        "host": next((one["name"] for one in seats if one["is_host"]), ""),
        "client_seed": facts.client_seed,
        "bot_levels": levels.items(),
        "usual_bot": USUAL_BOT,
        "about_levels": ABOUT_LEVELS,
        "seats": seats,
        "first_free": free[0] if free else None,
        "is_ready": len(seats) - len(free) >= facts.fewest,
        "held": facts.held,
        "held_names": names.join_names([one.name for one in facts.held]),
        "deals_when_full": not all(one.is_invited for one in facts.held),
        "held_until": day_and_time(facts.until) if facts.until else "",
        "invites_guests": facts.invites_guests,
        "is_rated": facts.is_rated,
        "takes_bots": viewer.is_host and not facts.is_rated,
    }
    return render_flat("games/table/waiting.html", {"waiting": context})


class EndedFacts(NamedTuple):
    """A table whose game is over. origin, origin_url: what the game belonged to, and its page.

    may_ask: the viewer may open the next table. asked_by: who waits for the viewer there, or "".
    rematch_code: of the next table, if there is one to look at. replayed: the code of a table at
    which a card was dealt, else "".
    """

    may_ask: bool
    asked_by: str
    rematch_code: str | None
    origin: str
    origin_url: str
    replayed: str
    is_guest: bool
    is_rated: bool


def _ended(table: Snapshot, viewer: Viewer) -> Iterator[Shown]:
    if not table.has_ended:
        return
    following, seat = table.next_table, viewer.seat
    is_asked = (
        following is not None
        and following.is_open
        and seat is not None
        and table.seats[seat].player_id in following.held
    )
    rematch_code = None if following is not None and following.is_closed else table.rematch_code
    yield (
        _draw_ended,
        EndedFacts(
            may_ask=seat is not None and rematch_code is None and not viewer.is_guest,
            asked_by=following.host if following and is_asked else "",
            rematch_code=rematch_code,
            origin=table.origin,
            origin_url=table.origin_url,
            replayed=table.code if table.play else "",
            is_guest=viewer.is_guest,
            is_rated=table.is_rated,
        ),
    )


@in_its_language
def _draw_ended(_look: Look, facts: EndedFacts) -> SafeString:
    """To play again, to what the game belonged to, to the replay."""
    replay_url = reverse("games:replay", args=[facts.replayed]) if facts.replayed else ""
    context = {"ended": facts, "asked_by": names.shown(facts.asked_by), "replay_url": replay_url}
    return render_flat("games/table/ended.html", context)
