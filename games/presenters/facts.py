"""The rules and settings of a table, and the seeds that prove its deals."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games import special_cards
from games.models import Table
from games.rules.cards import SpecialKind
from games.rules.options import Ending, Options, Variant
from games.snapshot import Snapshot
from games.time_limits import per_choice


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules of a table (agreed), the same and its settings in words (options), and its seeds.

    origin: what the game belongs to, with its address. server_seed and client_seeds, (name, text)
    of the seats: at the end, unless somebody of the table was erased. is_unprovable: somebody was,
    and the game has ended. special_kinds: (kind, name) of the special cards if they are played.
    """

    code: str
    agreed: Options
    options: tuple[str, ...]
    commitment: str
    server_seed: str | None
    client_seeds: tuple[tuple[str, str], ...]
    has_record: bool
    origin: str
    origin_url: str
    is_unprovable: bool
    special_kinds: tuple[tuple[str, str], ...]


def present_facts(snapshot: Snapshot, *, has_record: bool) -> Facts:
    """The facts of a table; its seeds only when it has ended. has_record: a card was dealt."""
    seeds = tuple((seat.name, seat.client_seed) for seat in snapshot.seats)
    is_proved = not any(seat.is_former for seat in snapshot.seats)
    server_seed = snapshot.server_seed if is_proved else None
    return Facts(
        code=snapshot.code,
        agreed=snapshot.options,
        options=(
            *describe_options(snapshot.options),
            per_choice(snapshot.time_per_choice),
            _visibility(snapshot),
        ),
        commitment=snapshot.commitment,
        server_seed=server_seed,
        client_seeds=seeds if server_seed else (),
        has_record=has_record,
        origin=snapshot.origin,
        origin_url=snapshot.origin_url,
        is_unprovable=snapshot.has_ended and not is_proved,
        special_kinds=tuple((kind.value, special_cards.name(kind)) for kind in SpecialKind)
        if snapshot.has_specials
        else (),
    )


def describe_options(options: Options) -> list[str]:
    """The rules of a table in words, those that differ from the leaflet's base game included."""
    if options.variant is Variant.SPECIAL:
        return [gettext("Special cards"), gettext("Two rounds")]
    words = [_ending(options)]
    if options.known_cards:
        words.append(gettext("Known cards only"))
    if options.draft:
        words.append(gettext("Draft"))
    if options.cabriole:
        words.append(gettext("Cabriole"))
    return words


def _ending(options: Options) -> str:
    ending = (
        gettext("Whoever passes %(limit)d is out, the others play on")
        if options.ending is Ending.ELIMINATION
        else gettext("Ends past %(limit)d")
    ) % {"limit": options.limit}
    if options.max_rounds is None:
        return ending
    rounds = ngettext(
        "or after %(count)d round", "or after %(count)d rounds", options.max_rounds
    ) % {"count": options.max_rounds}
    if options.ending is Ending.ELIMINATION:
        rounds = ngettext(
            "at most %(count)d round", "at most %(count)d rounds", options.max_rounds
        ) % {"count": options.max_rounds}
        return f"{ending}, {rounds}"
    return f"{ending} {rounds}"


def _visibility(snapshot: Snapshot) -> str:
    match snapshot.visibility:
        case Table.Visibility.PRIVATE:
            return gettext("Private: members with the link")
        case Table.Visibility.CLUB:
            return gettext("For members of the club")
        case _:
            return gettext("Public: anybody may watch")
