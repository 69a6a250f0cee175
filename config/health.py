"""The address that a proxy or a supervisor asks whether this process can serve."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@login_not_required
@never_cache
@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """200 if the database answers, else 503. Without a cookie that is all it reads."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("The database does not answer.\n", "text/plain", 503)
    return HttpResponse("ok\n", "text/plain")
