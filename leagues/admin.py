"""Leagues in the admin pages: to look at. Results, seasons and points change on their own pages,
which keep the history and compute what follows.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.access import player_or_none
from accounts.admin import ShownFilters
from leagues.models import (
    Adjustment,
    Amendment,
    Entrant,
    Game,
    GameSeat,
    GameVersion,
    League,
    Merge,
    Role,
    Season,
    Session,
)
from leagues.setup.league_life import change_league, roles_of, tell_of_roles


class ReadOnly:
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class ShownRows(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Rows below another one. related: what is read with them."""

    related: tuple[str, ...]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related(*self.related)


class SeasonInline(ShownRows):
    model = Season
    fields = ("number", "name", "status", "opened_at", "closed_at")
    related = ("league",)
    show_change_link = True


class RoleInline(admin.TabularInline):  # type: ignore[type-arg]
    """Roles can be set here: a league whose last owner has left needs another."""

    model = Role
    autocomplete_fields = ("player",)
    extra = 0


@admin.register(League)
class LeagueAdmin(ShownFilters):
    list_display = ("name", "slug", "visibility", "is_rated", "may_be_embedded", "created_at")
    list_filter = ("visibility",)
    search_fields = ("name", "slug")
    readonly_fields = ("slug", "created_at")
    inlines = (RoleInline, SeasonInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        change_league(obj, by=player_or_none(request))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save the roles, and tell the league's log of them."""
        league = form.instance
        before = roles_of(league)
        super().save_formset(request, form, formset, change)
        tell_of_roles(league, before, player_or_none(request))


class EntrantInline(ShownRows):
    model = Entrant
    fields = ("player", "joined_from", "withdrawn_at", "is_rated")
    related = ("player",)


@admin.register(Season)
class SeasonAdmin(ReadOnly, ShownFilters):
    list_display = ("name", "league", "number", "status", "opened_at", "closed_at")
    list_select_related = ("league",)
    list_filter = ("status",)
    exclude = ("version", "standings_version")
    search_fields = ("name", "league__name")
    inlines = (EntrantInline,)


@admin.register(Session)
class SessionAdmin(ReadOnly, ShownFilters):
    list_display = ("title", "season", "number", "starts_at", "place", "status")
    list_select_related = ("season",)
    list_filter = ("status",)
    search_fields = ("name", "season__name", "season__league__name")


class GameSeatInline(ShownRows):
    model = GameSeat
    fields = ("index", "player", "bot", "substitute_for", "counts_for", "heads", "place")
    related = ("player", "substitute_for", "counts_for")


class GameVersionInline(ShownRows):
    model = GameVersion
    fields = ("number", "did", "by", "at", "reason")
    related = ("by",)


@admin.register(Game)
class GameAdmin(ReadOnly, ShownFilters):
    list_display = ("number", "session", "kind", "status", "size", "entered_by", "confirmed_by")
    list_select_related = ("session", "entered_by", "confirmed_by")
    list_filter = ("status", "kind")
    ordering = ("-pk",)
    exclude = ("version", "draft", "sheet", "pending", "proposed")
    search_fields = ("session__season__league__name", "seats__player__name")
    inlines = (GameSeatInline, GameVersionInline)


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnly, ShownFilters):
    list_display = ("player", "points", "season", "reason", "by", "at", "cancelled_at")
    list_select_related = ("player", "season", "by")
    search_fields = ("player__name", "reason")


@admin.register(Amendment)
class AmendmentAdmin(ReadOnly, ShownFilters):
    list_display = ("season", "reason", "by", "at")
    list_select_related = ("season", "by")
    search_fields = ("season__name", "reason")


@admin.register(Merge)
class MergeAdmin(ReadOnly, ShownFilters):
    list_display = ("guest", "member", "league", "by", "at", "undone_at")
    list_select_related = ("guest", "member", "league", "by")
    search_fields = ("guest__name", "member__name", "league__name")
