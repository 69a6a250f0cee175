"""The rules and settings of a table, and the seeds that prove its deals."""

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.live.regions import Look, in_its_language, render_flat
from games.models import Table
from games.page import fan_cards, special_cards
from games.rules.cards import SpecialKind
from games.rules.options import Ending, Options, Variant
from games.table.snapshot import SeatInfo, Snapshot
from games.table.time_limits import per_choice


class TableFacts(NamedTuple):
    """What changes until a table ends with its settings only. A secret is there after the end.

    has_record: there is a record to download. sealed_until: of a game that has ended, while it is
    sealed (Table).
    """

    code: str
    options: Options
    time_per_choice: int | None
    visibility: Table.Visibility
    commitment: str
    server_seed: str | None
    seats: tuple[SeatInfo, ...]
    has_record: bool
    has_ended: bool
    origin: str
    origin_url: str
    sealed_until: datetime | None
    is_rated: bool


def facts_of(table: Snapshot) -> TableFacts:
    """The facts of a table."""
    is_sealed = table.is_sealed(timezone.now())
    return TableFacts(
        code=table.code,
        options=table.options,
        time_per_choice=table.time_per_choice,
        visibility=table.visibility,
        commitment=table.commitment,
        server_seed=None if is_sealed else table.server_seed,
        seats=table.seats,
        has_record=table.play is not None and not is_sealed,
        has_ended=table.has_ended,
        origin=table.origin,
        origin_url=table.origin_url,
        sealed_until=table.sealed_until if is_sealed else None,
        is_rated=table.is_rated,
    )


@lru_cache(maxsize=500)
@in_its_language
def draw_facts(_look: Look, facts: TableFacts) -> SafeString:
    """The rules and settings in words; at the end the seeds, unless somebody was erased."""
    is_proved = not any(seat.is_former for seat in facts.seats)
    server_seed = facts.server_seed if is_proved else None
    context = {
        "code": facts.code,
        "agreed": facts.options,
        "is_rated": facts.is_rated,
        "options": [
            *describe_options(facts.options),
            per_choice(facts.time_per_choice),
            _visibility(facts.visibility),
        ],
        "commitment": facts.commitment,
        "server_seed": server_seed,
        "client_seeds": [(seat.name, seat.client_seed) for seat in facts.seats],
        "has_record": facts.has_record,
        "origin": facts.origin,
        "origin_url": facts.origin_url,
        "sealed_until": facts.sealed_until
        and timezone.localdate(facts.sealed_until, timezone.get_default_timezone()),
        "is_unprovable": facts.has_ended and not is_proved,
        "special_kinds": [(kind.value, special_cards.name(kind)) for kind in SpecialKind]
        if facts.options.variant is Variant.SPECIAL
        else [],
    }
    return render_flat("games/table/facts.html", {"facts": context})


def describe_options(options: Options) -> list[str]:
    """The rules of a table in words, those that differ from the leaflet's base game included."""
    if options.variant is Variant.SPECIAL:
        return [gettext("Special cards"), gettext("Two rounds")]
    if options.variant is Variant.OX:
        known = [gettext("Known cards only")] if options.known_cards else []
        return [gettext("All against the ox"), *known]
    words = [_ending(options)]
    if options.known_cards:
        words.append(gettext("Known cards only"))
    if options.draft:
        words.append(gettext("Draft"))
    if options.cabriole:
        words.append(gettext("Cabriole"))
    if options.fan is not None:
        words.append(fan_cards.name(options.fan))
    return words


def _ending(options: Options) -> str:
    ending = (
        gettext("Whoever passes %(limit)d is out, the others play on")
        if options.ending is Ending.ELIMINATION
        else gettext("Played to %(limit)d heads")
    ) % {"limit": options.limit}
    if options.max_rounds is None:
        return ending
    rounds = ngettext("at most %(count)d round", "at most %(count)d rounds", options.max_rounds)
    return f"{ending}, {rounds % {'count': options.max_rounds}}"


def _visibility(visibility: Table.Visibility) -> str:
    match visibility:
        case Table.Visibility.PRIVATE:
            return gettext("Private: members with the link")
        case Table.Visibility.CLUB:
            return gettext("For members of the club")
        case _:
            return gettext("Public: anybody may watch")
