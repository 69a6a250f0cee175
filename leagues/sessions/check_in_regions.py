"""The check-in page in regions: the people to tap, and who is here."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.live.regions import PARTS, Region, View, active_language, render_flat
from leagues.models import Session
from leagues.people.find import guest_notes
from leagues.sessions.check_in import CheckIn, Known, present_check_in
from leagues.sessions.overview import Here
from leagues.sessions.reading import session_overview

KEPT = 8000
# Where a page that is loaded has the token of a form. One that is pushed goes to many browsers:
# there the script sends the browser's own.
TOKEN = SafeString("<!--token-->")


def check_in_regions(session: Session, lists: CheckIn, sought: str, *, may_organize: bool) -> View:
    """The lists of the check-in, in the active language; each tap is a part of its own."""
    parts = _taps(session, lists, sought)
    context = {
        "lists": lists,
        "sought": sought,
        "taps": PARTS if parts else "",
        # Parts are replaced in their places: in another order all of them are sent.
        "order": f"{crc32(' '.join(parts).encode()):x}",
    }
    rows = _rows(session, lists.here, may_organize=may_organize)
    return {
        "to-tap": Region(render_flat("leagues/sessions/to_tap.html", context), parts),
        "present": Region(render_flat("leagues/sessions/present.html", {"rows": rows})),
    }


def lists_alone(
    session: Session, sought: str, token: str, *, may_organize: bool
) -> dict[str, SafeString]:
    """The same for a search or a tap, which need nothing else of the page."""
    lists = present_check_in(session, session_overview(session), sought)
    return as_loaded(check_in_regions(session, lists, sought, may_organize=may_organize), token)


def as_loaded(regions: View, token: str) -> dict[str, SafeString]:
    """The lists as leagues/sessions/check_in_lists.html has them: they need no script."""
    return {"to_tap": regions["to-tap"].html, "present": _with_token(regions["present"], token)}


def _with_token(region: Region, token: str) -> SafeString:
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return mark_safe(region.html.replace(TOKEN, field))  # noqa: S308 - both are made by us


def _taps(session: Session, lists: CheckIn, sought: str) -> Mapping[str, str]:
    listed = (*lists.regulars, *lists.others, *lists.newcomers, *lists.similar)
    guests = {each.pk for each in listed if each.is_guest}
    notes = guest_notes(session.season.league, {each.pk: each.name for each in listed}, guests)
    language = active_language()
    here = lists.here_ids
    parts: dict[str, str] = {}

    def add(players: Iterable[Known], take: str, *, is_new: bool) -> None:
        for player in players:
            parts[f"tap-{player.pk}"] = _tap(
                language,
                player=player.pk,
                name=player.name,
                is_guest=player.user_id is None,
                is_here=player.pk in here,
                is_new=is_new,
                is_found=bool(sought),
                comes=player.comes,
                waits=bool(player.waits),
                note=notes.get(player.pk, ""),
                take=take,
            )

    add(lists.regulars, "data-enter", is_new=False)
    if lists.regulars and lists.others and not sought:
        parts["others"] = _title("others", language)
    add(lists.others, "data-enter", is_new=True)
    add(lists.newcomers, "data-enter", is_new=True)
    if lists.similar:
        parts["similar"] = _title("similar", language)
    add(lists.similar, "data-similar", is_new=False)
    return parts


def _rows(session: Session, here: Iterable[Here], *, may_organize: bool) -> list[SafeString]:
    season, language = session.season, active_language()
    rename_url = season.url_of("check_in_rename", session.number)
    return [
        _row(
            language,
            rename_url,
            player=person.player.pk,
            name=person.player.name,
            is_guest=person.player.user_id is None,
            may_be_renamed=may_organize and person.player.erased_at is None,
            table=person.table,
            has_sat=person.has_sat,
        )
        for person in here
    ]


# Cached by what they show: a tap changes one of them. The active language is part of the key.


@lru_cache(maxsize=KEPT)
def _tap(_language: str, **tap: object) -> SafeString:
    return render_flat("leagues/sessions/tap.html", {"tap": tap})


@lru_cache(maxsize=KEPT)
def _row(_language: str, rename_url: str, **row: object) -> SafeString:
    context = {"row": row, "rename_url": rename_url, "token": TOKEN}
    return render_flat("leagues/sessions/is_here.html", context)


@lru_cache
def _title(name: str, _language: str) -> SafeString:
    return render_flat("leagues/sessions/taps_title.html", {"name": name})
