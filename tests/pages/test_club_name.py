"""CLUB_NAME is what the site calls itself."""

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
NAME = "Les Bœufs <du> mardi"


def test_pages_and_mails_have_the_name_of_the_club(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.CLUB_NAME = NAME
    user = UserFactory.create()
    page = client.get(reverse("account_login")).content.decode()
    escaped = "Les Bœufs &lt;du&gt; mardi"
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert title.split()[-4:] == escaped.split()
    assert f'<span class="brand__name">{escaped}</span>' in page
    client.post(reverse("account_reset_password"), {"email": user.email})
    (mail,) = mailoutbox
    assert f"{NAME}, localhost" in mail.body
