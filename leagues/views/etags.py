"""What tells one state of a season's page from another, without making the page."""

from collections.abc import Mapping
from hashlib import sha256

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.access import is_organizer
from accounts.models import User
from leagues.models import Season


def etag_of(request: HttpRequest, season: Season, frame: Mapping[str, object]) -> str:
    """The validator of a page of a season for whoever asks; weak, since tokens in it differ.

    Its league's settings count through the season's version. The day counts since an evening
    that should have begun is forgotten.
    """
    user = request.user
    viewer = (user.pk, user.theme, is_organizer(user)) if isinstance(user, User) else ()
    parts = (
        season.pk,
        season.version,
        request.get_full_path(),
        get_language(),
        viewer,
        str(getattr(user, "player", "")),
        *(frame[name] for name in ("may_score", "may_organize", "is_owner")),
        # The page carries a token that stands with the browser's own.
        request.META.get("CSRF_COOKIE", ""),
        # Another edition of the site has other files.
        getattr(staticfiles_storage, "manifest_hash", ""),
        timezone.localdate(),
    )
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
