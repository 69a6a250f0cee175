"""What a browser keeps of the site to show it while the site cannot be reached."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FILES = ("css/site.css", "js/retry.js", "fonts/spectral-bold.woff2")


@login_not_required
@cache_control(no_cache=True)
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows the offline page, in the language that the address names.

    Its text changes with the files of that page: browsers then fetch them again.
    """
    context = {"language": _language(request), "files": FILES}
    return render(request, "offline/service_worker.js", context, "text/javascript")


@login_not_required
@cache_control(no_cache=True)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page in the place of one that cannot be loaded."""
    with translation.override(_language(request)):
        return render(request, "offline/page.html")


def _language(request: HttpRequest) -> str:
    wished = request.GET.get("language", "")
    return wished if wished in dict(settings.LANGUAGES) else translation.get_language() or "en"
