"""What each onlooker of a table gets to see, rendered once per distinct view and version."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.html import format_html

from games import executor, store
from games.access import may_watch
from games.kept import Kept
from games.models import Table
from games.presenters import Viewer, private_html, public_html
from games.snapshot import Snapshot

KEPT_TEXTS = 400


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who looks at a table, and how they like it. player_id: None for a stranger."""

    player_id: int | None
    language: str
    deck: str
    is_organizer: bool = False


def viewer_of(snapshot: Snapshot, onlooker: Onlooker) -> Viewer:
    """What somebody is at this table."""
    player_id = onlooker.player_id
    return Viewer(
        seat=snapshot.seat_of(player_id),
        is_member=player_id is not None,
        is_host=player_id is not None and snapshot.host_id == player_id,
        is_organizer=onlooker.is_organizer,
    )


_kept = Kept(KEPT_TEXTS)


def page_parts(snapshot: Snapshot, onlooker: Onlooker) -> tuple[str, str]:
    """The public and the private part of the present view, kept for the next who sees the same."""
    viewer = viewer_of(snapshot, onlooker)
    return (
        _kept_text(snapshot, onlooker, None),
        _kept_text(snapshot, onlooker, viewer),
    )


def frame(snapshot: Snapshot, onlooker: Onlooker) -> str:
    """The whole present view as one socket message."""
    return "".join((version_html(snapshot), *page_parts(snapshot, onlooker)))


def version_html(snapshot: Snapshot) -> str:
    """The element by which the page knows newer from older."""
    return format_html(
        '<div id="table-version" data-version="{}" data-table="{}" hx-swap-oob="true" hidden>'
        "</div>",
        snapshot.version,
        snapshot.code,
    )


def frames(
    table_id: int, version: int, onlookers: Iterable[Onlooker]
) -> tuple[int, Mapping[Onlooker, str | None]]:
    """The messages of one version (or a later one); None for who may not look any more."""
    snapshot = store.at_least(table_id, version)
    return snapshot.version, {
        onlooker: frame(snapshot, onlooker) if _may_watch(snapshot, onlooker) else None
        for onlooker in set(onlookers)
    }


async def render(
    table_id: int, version: int, onlookers: Iterable[Onlooker]
) -> tuple[int, Mapping[Onlooker, str | None]]:
    """`frames`, away from the event loop."""
    return await executor.run(frames, table_id, version, list(onlookers))


async def versions(table_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of tables, in one statement."""
    wanted = list(table_ids)
    return await executor.run(
        lambda: dict(Table.objects.filter(pk__in=wanted).values_list("pk", "version"))
    )


def _may_watch(snapshot: Snapshot, onlooker: Onlooker) -> bool:
    return onlooker.player_id is not None or may_watch(snapshot, None)


def _kept_text(snapshot: Snapshot, onlooker: Onlooker, viewer: Viewer | None) -> str:
    """The public part where `viewer` is None, else the private one."""

    def make() -> str:
        if viewer is None:
            return public_html(snapshot, onlooker.language, onlooker.deck)
        return private_html(snapshot, viewer, onlooker.language, onlooker.deck)

    key = (snapshot.table_id, snapshot.version, onlooker.language, onlooker.deck, viewer)
    return _kept.get(key, make)


def forget() -> None:
    """Drop all kept texts."""
    _kept.forget()
