"""Assign the seats of one table: player or bot, name, and text for the deal.

The caller saves the rows.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from accounts.locks import lock_players
from accounts.models import Player
from games import bots
from games.models import Seat
from games.rules.deal import check_client_seed, default_client_seed
from games.rules.errors import RulesError
from games.table.errors import TableError, TableErrorCode

# Names of cows.
BOT_NAMES = (
    "Marguerite", "Noisette", "Caramel", "Pâquerette", "Blanchette",
    "Réglisse", "Clochette", "Violette", "Praline", "Roussette",
)  # fmt: skip


def lock_person(player: Player) -> None:
    """Lock somebody before a table, at which they sit down or which they open.

    Raises TableError(LATE) where they were erased, or a guest became a member, a moment ago.
    """
    if not lock_players([player.pk]):
        raise TableError(TableErrorCode.LATE)


def seat_of(seats: Iterable[Seat], player: Player) -> Seat:
    """The seat of a player. Raises TableError(NOT_SEATED)."""
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise TableError(TableErrorCode.NOT_SEATED)


def free_seat(seats: Sequence[Seat], index: int | None) -> Seat:
    """The free seat of this index, or with None the first. Raises TableError (FULL, SEAT_TAKEN)."""
    free = [seat for seat in seats if seat.is_free]
    if not free:
        raise TableError(TableErrorCode.FULL)
    if index is None:
        return free[0]
    for seat in free:
        if seat.index == index:
            return seat
    raise TableError(TableErrorCode.SEAT_TAKEN)


def seat_person(seat: Seat, player: Player, seats: Sequence[Seat], client_seed: str = "") -> None:
    """Seat a player, whose name is made unique among `seats`. Raises TableError(BAD_SEED)."""
    seat.player = player
    seat.name = _distinct(player.name, seats)
    seat.client_seed = client_seed_of(client_seed, seat.name)


def give_to(seat: Seat, player: Player, seats: Sequence[Seat]) -> None:
    """Make another player the owner of a seat, whose text for the deal stays as it is."""
    seat.player = player
    seat.name = _distinct(player.name, [other for other in seats if other.pk != seat.pk])


def seat_bot(seat: Seat, level: str, seats: Sequence[Seat]) -> None:
    """Seat a bot with a name that is free among `seats`. Raises TableError(UNKNOWN_BOT)."""
    if level not in bots.LEVELS:
        raise TableError(TableErrorCode.UNKNOWN_BOT)
    taken = {other.name for other in seats}
    seat.bot = level
    seat.name = next(name for name in BOT_NAMES if name not in taken)
    seat.client_seed = default_client_seed(seat.name)


def empty(seat: Seat) -> None:
    """Free a seat."""
    seat.player = None
    seat.bot = seat.name = seat.client_seed = ""


def client_seed_of(text: str, name: str) -> str:
    """A person's own text for the deal; if it is empty, one made of their name.

    Raises TableError(BAD_SEED).
    """
    text = text.strip()
    try:
        if not text:
            return default_client_seed(name)
        if "\0" in text:
            # Not every database can store it.
            raise TableError(TableErrorCode.BAD_SEED)
        check_client_seed(text)
    except RulesError:
        raise TableError(TableErrorCode.BAD_SEED) from None
    return text


def _distinct(name: str, seats: Sequence[Seat]) -> str:
    """The name, numbered if another seat has the same one."""
    taken = {seat.name for seat in seats}
    if name not in taken:
        return name
    return next(
        numbered for count in range(2, 99) if (numbered := f"{name} ({count})") not in taken
    )


LEVELS = {
    "random": _("Beginner"),
    "gap": _("Experienced"),
    "careful": _("Careful"),
    "sampler": _("Expert"),
    "master": _("Master"),
}
ABOUT_LEVELS = _(
    "A beginner plays any card. An experienced bot plays the card closest to the end of a row; a "
    "careful one also remembers which numbers have been seen. An expert tries its cards in "
    "hundreds of possible deals. A master does too, and sees from the cards that the others have "
    "played how they think and what they may hold. No bot knows the cards of others. With special "
    "cards, with Flip cards and against the ox, all but the beginner play like experienced ones; "
    "with Even/Odd and the Mountain only careful ones do."
)


def bot_levels() -> list[tuple[str, str]]:
    """The levels one may choose from, each with its words."""
    return [(level, str(LEVELS.get(level, level))) for level in bots.LEVELS]
