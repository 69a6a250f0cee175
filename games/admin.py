"""Tables and uploaded records in the admin pages: to look at and to delete, without secrets."""

from django.contrib import admin
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import ShownFilters
from accounts.locks import locked
from games.models import Seat, Table, UploadedRecord
from games.talk.models import Talk


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("index", "name", "player", "bot", "heads", "rank")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ShownFilters):
    list_display = ("called", "code", "status", "visibility", "host", "created_at", "ended_at")
    list_select_related = ("host",)
    list_filter = ("status", "visibility")
    search_fields = ("name", "code", "seats__name")
    inlines = (SeatInline,)
    fields = (
        "called",
        "code",
        "status",
        "visibility",
        "host",
        "created_at",
        "started_at",
        "ended_at",
    )
    readonly_fields = fields

    @admin.display(description=_("name"), ordering="name")
    def called(self, table: Table) -> str:
        """What the pages call it."""
        return table.title

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("seats")

    def delete_model(self, request: HttpRequest, obj: Table) -> None:
        self.delete_queryset(request, Table.objects.filter(pk=obj.pk))

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Lock what goes or changes with them first, in the order of all locks."""
        both = Q(pk__in=queryset.values("pk")) | Q(rematch__in=queryset.values("pk"))
        list(locked(Table.objects.filter(both)).order_by("-pk").only("pk"))
        list(locked(Talk.objects.filter(table__in=queryset.values("pk"))).only("pk"))
        super().delete_queryset(request, queryset)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(UploadedRecord)
class UploadedRecordAdmin(ShownFilters):
    list_display = ("title", "uploader", "created_at")
    search_fields = ("title", "code")
    fields = ("title", "code", "uploader", "created_at")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
