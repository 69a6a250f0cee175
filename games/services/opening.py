"""Open a table for a form once, although the form may be sent twice."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.models import CODE_ALPHABET, CODE_LENGTH, Table
from games.services import seating
from games.services.seating import TablePlan, plan_of
from games.services.seats import lock_person


def open_offered_table(host: Player, plan: TablePlan, now: datetime) -> Table:
    """The table for a plan whose code the form offered: a new one, or the one it opened before.

    If another table has taken that code since, the new one gets a code of its own. Raises what
    `seating.open_table` does, and TableError(LATE) for a host who is gone.
    """
    with transaction.atomic():
        lock_person(host)
        opened = opened_before(host, plan)
        if opened is not None:
            return opened
        code = _code_for(host, plan.code) if plan.code else ""
        is_taken = Table.objects.filter(code=code).exists()
        return seating.open_table(host, replace(plan, code="" if is_taken else code), now)


def opened_before(host: Player, plan: TablePlan) -> Table | None:
    """The table that this host opened by this very plan, code included, if its game is not over."""
    if not plan.code:
        return None
    plan = replace(plan, code=_code_for(host, plan.code))
    taken = Table.objects.filter(code=plan.code).prefetch_related("seats").first()
    return taken if taken and _is_asked_again(taken, host, plan) else None


def _code_for(host: Player, offered: str) -> str:
    """A code that follows from the host and the offered one, so that nobody can choose a code."""
    digest = salted_hmac("games.opening", f"{host.pk} {offered}", algorithm="sha256").digest()
    return "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest[:CODE_LENGTH])


def _is_asked_again(table: Table, host: Player, plan: TablePlan) -> bool:
    """Whether this host opened the table by this very plan, and its game is not over."""
    if table.host_id != host.pk or table.has_ended:
        return False
    return plan_of(table, list(table.seats.all())) == plan
