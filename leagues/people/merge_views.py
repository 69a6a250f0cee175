"""A guest who has become a member, or was one all along."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from leagues.access import Level, acting_player, get_league
from leagues.errors import LeagueError
from leagues.models import Merge
from leagues.pages import (
    command,
    league_context,
    open_page,
    posted,
    refusal_text,
    require_form,
    status_of_form,
)
from leagues.people import merging
from leagues.people.forms import MergeForm


@open_page
@require_form
def merge(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who was merged into whom, and the form for it."""
    league = get_league(request, slug, Level.ORGANIZER)
    form = MergeForm(league, posted(request))
    if form.is_valid():
        guest, member = form.cleaned_data["guest"], form.cleaned_data["member"]
        try:
            merging.merge(league, guest, member, acting_player(request), timezone.now())
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
        else:
            told = {"guest": guest.name, "member": member.name}
            messages.success(
                request, gettext("What %(guest)s played now belongs to %(member)s.") % told
            )
            return redirect("leagues:merge", slug)
    merges = league.merges.select_related("guest", "member", "by", "undone_by")
    context = league_context(request, league) | {"form": form, "merges": merges}
    return render(request, "leagues/people/merge.html", context, status=status_of_form(form))


@command("merge")
def merge_undo(request: HttpRequest, slug: str, merge_id: int) -> HttpResponseBase:
    """Give the guest back what was theirs."""
    league = get_league(request, slug, Level.ORGANIZER)
    found = get_object_or_404(Merge.objects.select_related("league"), league=league, pk=merge_id)
    merging.undo(found, acting_player(request), timezone.now())
    messages.success(request, gettext("They are two people again."))
    return redirect("leagues:merge", slug)
