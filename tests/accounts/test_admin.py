"""The operator's pages."""

from http import HTTPStatus

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.admin import refuse_what_is_no_id
from accounts.models import Player, User
from tests.factories import PASSWORD, InvitationFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

MODELS = ["user", "player", "invitation"]


@pytest.mark.parametrize("model", MODELS)
def test_the_staff_reads_the_lists(as_staff: Client, model: str) -> None:
    InvitationFactory.create()
    assert as_staff.get(reverse(f"admin:accounts_{model}_changelist")).status_code == 200


def test_the_admin_signs_in_by_the_page_that_counts_attempts(as_stranger: Client) -> None:
    answer = as_stranger.get(reverse("admin:login"))
    assert answer["Location"].startswith(reverse("account_login"))
    assert as_stranger.post(reverse("admin:login"), {"username": "x"}).status_code == 302


def test_the_staff_adds_and_changes_a_login(as_staff: Client) -> None:
    fields = {
        "email": "Added@Club.example",
        "usable_password": "true",
        "password1": "a-password-of-ours",
        "password2": "a-password-of-ours",
    }
    assert as_staff.post(reverse("admin:accounts_user_add"), fields).status_code == 302
    user = User.objects.get(email="added@club.example")
    assert user.check_password("a-password-of-ours")
    change = reverse("admin:accounts_user_change", args=[user.pk])
    assert "argon2$" not in as_staff.get(change).content.decode()


def test_nobody_deletes_a_player_whom_results_may_name(as_staff: Client) -> None:
    player = PlayerFactory.create()
    address = reverse("admin:accounts_player_delete", args=[player.pk])
    assert as_staff.post(address, {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=player.pk).exists()


def test_an_address_the_staff_replaced_does_not_sign_in_any_more(as_staff: Client) -> None:
    user = UserFactory.create(email="old@club.example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    fields = {
        "email": "new@club.example",
        "theme": "auto",
        "deck": "bulls",
        "special_question": "always",
        "is_active": "on",
    }
    path = reverse("admin:accounts_user_change", args=[user.pk])
    assert as_staff.post(path, fields).status_code == 302
    for email, status in [("old@club.example", 200), ("new@club.example", 302)]:
        fields = {"login": email, "password": PASSWORD}
        assert Client().post(reverse("account_login"), fields).status_code == status


def test_the_staff_names_an_organizer(as_staff: Client, member: Player) -> None:
    path = reverse("admin:accounts_player_change", args=[member.pk])
    fields = {"name": member.name, "user": member.user_id, "is_organizer": "on"}
    assert as_staff.post(path, fields).status_code == 302
    member.refresh_from_db()
    assert member.is_organizer


def test_invitations_are_only_read(as_staff: Client) -> None:
    invitation = InvitationFactory.create()
    assert as_staff.get(reverse("admin:accounts_invitation_add")).status_code == 403
    page = as_staff.get(reverse("admin:accounts_invitation_change", args=[invitation.pk]))
    assert invitation.token_hash not in page.content.decode()


OWN = ("accounts", "games", "leagues")


def secret_lookups() -> list[tuple[str, str]]:
    """(list, lookup): our models' fields that are no filters, and the ways to a password."""
    found = []
    for model, its_admin in admin.site._registry.items():
        page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        fields = [field for field in model._meta.get_fields() if field.concrete]
        lookups = [f"{field.name}__password" for field in fields if field.related_model is User]
        if model._meta.app_label in OWN:
            lookups += {field.name for field in fields} - set(map(str, its_admin.list_filter))
        found += [(page, f"{lookup}__startswith") for lookup in lookups]
    return found


def test_no_field_can_be_guessed_by_filters(as_staff: Client) -> None:
    looked = secret_lookups()
    assert (reverse("admin:accounts_invitation_changelist"), "token_hash__startswith") in looked
    for page, lookup in looked:
        answer = as_staff.get(page, {lookup: "a"})
        # 302: the filter is none ("?e=1"); the list is not narrowed either way.
        assert answer.status_code in {302, 400}, (page, lookup)


@pytest.mark.parametrize("number", ["²", "inf", "a,b,c", str(10**30)])
def test_what_is_no_id_is_refused(as_staff: Client, member: Player, number: str) -> None:
    lists = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    ticked = {"action": "delete_selected", "_selected_action": number, "post": "yes"}
    asked = [as_staff.post(page, ticked) for page in lists]
    asked += [as_staff.get(page, {"pk__in": number}) for page in lists]
    forms = [
        reverse("admin:accounts_player_add"),
        reverse("admin:accounts_player_change", args=[member.pk]),
        reverse("admin:accounts_user_change", args=[member.user_id]),
        reverse("admin:auth_group_add"),
    ]
    fields = dict.fromkeys(("user", "groups", "permissions"), number)
    asked += [as_staff.post(page, fields) for page in forms]
    assert {answer.status_code for answer in asked} <= {200, 302, 400, 403}
    member.refresh_from_db()
    assert member.user is not None


def test_a_form_that_names_no_field_as_the_id_is_refused(as_staff: Client, member: Player) -> None:
    page = reverse("admin:accounts_user_delete", args=[member.user_id])
    assert as_staff.post(page, {"_to_field": ""}).status_code == HTTPStatus.BAD_REQUEST
    assert Player.objects.filter(pk=member.pk, user=member.user_id).exists()


def test_other_errors_in_the_admin_pages_stay_errors(rf: RequestFactory) -> None:
    def broken(request: HttpRequest) -> HttpResponse:
        raise ValueError("a fault of ours")

    with pytest.raises(ValueError, match="a fault of ours"):
        refuse_what_is_no_id(broken)(rf.get("/admin/"))
