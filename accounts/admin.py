"""The operator's view of the people; signing in goes by allauth's page and its rate limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.admin import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import FieldDoesNotExist
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access import current_player
from accounts.models import Invitation, Player, User
from accounts.security import factors
from accounts.signals import player_changing

# Its page would show the secrets of people's second factors.
admin.site.unregister(Authenticator)

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def refuse_what_is_no_id(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate an admin page: 400 for an id that no page of ours sends, such as "²" or 10**30.

    Django's own code hands ids of forms and addresses to the database as they come, and takes any
    name of a field for the one that holds the id (`_to_field`).
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
            # Forms read the rows of what was chosen while they are rendered.
            return response.render() if isinstance(response, TemplateResponse) else response
        except (OverflowError, DataError, FieldDoesNotExist):
            return HttpResponseBadRequest()
        except ValueError as error:
            if NO_NUMBER not in str(error):
                raise
            return HttpResponseBadRequest()

    return wrapped


def by_second_factor(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate an admin page: SecondFactorFirst for staff who must set one up; all may sign out."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and request.path != reverse("admin:logout"):
            factors.require_second_factor(request.user)
        return view(request, *args, **kwargs)

    return wrapped


# In what Django says of such an id (IntegerField.get_prep_value).
NO_NUMBER = "expected a number but got"
_checked_view = admin.site.admin_view


def checked_view(view: Callable[..., HttpResponseBase], cacheable: bool = False) -> Any:
    """The admin site's own check of who may look, around ours."""
    return _checked_view(by_second_factor(refuse_what_is_no_id(view)), cacheable)


admin.site.admin_view = checked_view  # type: ignore[method-assign]


class ShownFilters(admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists are filtered by what is shown as a filter only.

    Django lets every field be asked for: one could guess a password's or a link's hash, or a hand,
    letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup.partition("__")[0] in self.list_filter


@admin.register(User)
class UserAdmin(ShownFilters, DjangoUserAdmin):  # type: ignore[type-arg]
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
    actions = ("remove_second_factors",)

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        """Forget what allauth knew of an address that is replaced: it must not sign in any more."""
        if "email" in form.changed_data:
            EmailAddress.objects.filter(user_id=obj.pk).delete()
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Remove the second factors (lost phone)"), permissions=["change"])
    def remove_second_factors(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let people who lost their second factor in with the password alone; each is told."""
        by, is_superuser = current_player(request), request.user.is_superuser
        done = 0
        for user in queryset:
            # An administrator must not weaken the sign-in of another one.
            if (is_superuser or not user.is_staff) and factors.remove_all(user, by):
                self.log_change(request, user, "Removed the second factors.")
                done += 1
        self.message_user(
            request,
            ngettext(
                "%(count)d person signs in with the password alone now.",
                "%(count)d people sign in with the password alone now.",
                done,
            )
            % {"count": done},
            messages.SUCCESS if done else messages.WARNING,
        )


@admin.register(Player)
class PlayerAdmin(ShownFilters):
    list_display = ("name", "user", "is_organizer", "created_at")
    list_select_related = ("user",)
    list_filter = ("is_organizer",)
    search_fields = ("name", "user__email")
    autocomplete_fields = ("user",)

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm[Player], change: bool
    ) -> None:
        """Lock the seasons whose pages show a new name before the player."""
        if change:
            player_changing.send(sender=Player, player=obj)
        super().save_model(request, obj, form, change)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who was erased stays so: a form would write the words for it down as a name."""
        is_erased = obj is not None and obj.erased_at is not None
        return not is_erased and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who leaves is erased on their page: a row that is gone leaves sheets without a name."""
        return False


@admin.register(Invitation)
class InvitationAdmin(ShownFilters):
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
