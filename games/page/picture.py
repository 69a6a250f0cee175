"""The picture that other sites show beside a link to a league or a game (Open Graph), as PNG."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control

from accounts.made_once import made_once
from accounts.page_cache import etag_of, unless_kept

KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A line of standings or of a result, in words."""

    place: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All that stands in a picture; it shows the first lines only."""

    title: str
    subtitle: str
    lines: tuple[PictureLine, ...] = ()


def picture_response(request: HttpRequest, told: Picture) -> HttpResponseBase:
    """The PNG of a title and a list."""

    def draw() -> bytes:
        # Few evenings need it.
        from games.page.picture_drawing import draw_picture

        return draw_picture(told.title, told.subtitle, told.lines)

    return png_response(request, told, draw)


def png_response(request: HttpRequest, told: object, draw: Callable[[], bytes]) -> HttpResponseBase:
    """A PNG, which a browser asks for again each time, since who may see it can change.

    told: what it shows, with a repr of its own; the drawing is kept as long as the same is told.
    """
    etag = etag_of(told)

    def picture() -> HttpResponse:
        drawn = made_once(request, ("picture", etag), lambda: _drawn_before(etag, draw))
        return HttpResponse(drawn, content_type="image/png")

    response = unless_kept(request, etag, picture)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _drawn_before(etag: str, draw: Callable[[], bytes]) -> bytes:
    """The drawing from the cache that all processes share."""
    drawn: bytes | None = cache.get_or_set(f"picture.{etag}", draw, KEPT_SECONDS)
    return drawn or b""
