"""The operator's view of the people; signing in goes by allauth's page and its rate limits."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation, Player, User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Pages"), {"fields": ("language", "theme", "deck", "special_question")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("email", "usable_password", "password1", "password2"),
            },
        ),
    )
    readonly_fields = ("last_login", "date_joined")
    list_display = ("email", "player", "is_active", "is_staff", "last_login")
    list_select_related = ("player",)
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "player__name")
    ordering = ("email",)
    filter_horizontal = ("groups",)

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        """Forget what allauth knew of an address that is replaced: it must not sign in any more."""
        if "email" in form.changed_data:
            EmailAddress.objects.filter(user_id=obj.pk).delete()
        super().save_model(request, obj, form, change)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "user", "is_organizer", "created_at")
    list_select_related = ("user",)
    list_filter = ("is_organizer",)
    search_fields = ("name", "user__email")
    autocomplete_fields = ("user",)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who was erased stays so: a form would write the words for it down as a name."""
        is_erased = obj is not None and obj.erased_at is not None
        return not is_erased and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who leaves is erased on their page: a row that is gone leaves sheets without a name."""
        return False


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """To read only: invitations are made and revoked on the organizers' page."""

    list_display = ("note", "for_player", "standing", "created_by", "created_at", "used_by")
    list_select_related = ("for_player", "created_by", "used_by")
    exclude = ("token_hash",)

    @admin.display(description=_("status"))
    def standing(self, invitation: Invitation) -> str:
        """Where the invitation stands, in words."""
        return str(invitation.state.label)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self,
        request: HttpRequest,
        obj: Invitation | None = None,
    ) -> bool:
        return False
