"""The page of the email address: looking changes nothing."""

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_looking_at_the_page_writes_nothing(as_member: Client) -> None:
    as_member.get(reverse("accounts:profile"))
    with CaptureQueriesContext(
        connection,
    ) as statements:
        assert as_member.get(reverse("account_email"), follow=True).status_code == 200
    assert not EmailAddress.objects.exists()
    written = ("INSERT", "UPDATE", "DELETE")
    assert not [each for each in statements if each["sql"].startswith(written)]
