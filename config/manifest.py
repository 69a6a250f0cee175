"""What a browser needs to add the site to the programs of its system."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.club.current import club
from accounts.club.models import ClubSettings

# Of a club without a logo: files of static/, with their sizes and what they are for.
ICONS = (
    ("icon.svg", "any", "any"),
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable-512.png", "512x512", "maskable"),
)


@login_not_required
@cache_control(no_cache=True)
@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Name, colour and icons, as the club has chosen them.

    https://www.w3.org/TR/appmanifest/
    """
    chosen = club()
    about = {
        "id": "/",
        "name": chosen.club_name,
        "short_name": chosen.club_name,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3ecdf",
        "theme_color": chosen.values()["cloth"],
        "categories": ["games"],
        "icons": _icons(chosen),
    }
    return JsonResponse(about, content_type="application/manifest+json")


def _icons(chosen: ClubSettings) -> list[dict[str, str]]:
    if not chosen.logo:
        return [
            {"src": static(name), "sizes": sizes, "purpose": purpose}
            for name, sizes, purpose in ICONS
        ]
    return [
        {
            "src": chosen.icon_url(kind),
            "sizes": f"{side}x{side}",
            "type": "image/png",
            "purpose": "maskable" if kind == "maskable-icon" else "any",
        }
        for kind, side in chosen.ICONS.items()
    ]
