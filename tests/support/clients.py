"""Browsers of people, as far as a test needs no page drawn."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, user_logged_in
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client

from accounts.models import Player, User


def signed_in(player: Player | None = None) -> Client:
    """Somebody's browser; of None a stranger's."""
    client = Client()
    if player is not None:
        assert player.user is not None
        sign_in(client, player.user)
    return client


def sign_in(client: Client, user: User) -> None:
    """Sign somebody in, in a browser that has no session.

    As `force_login` does, which stores a stranger's session first, then another one in its place:
    half of the time.
    """
    (user.backend,) = settings.AUTHENTICATION_BACKENDS
    request = HttpRequest()
    request.session = SessionStore()
    request.session[SESSION_KEY] = str(user.pk)
    request.session[BACKEND_SESSION_KEY] = user.backend
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.session.create()
    user_logged_in.send(sender=User, request=request, user=user)
    client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)


def html_of(answer: Any) -> str:
    """The page that an answer holds; fails where it is another answer than 200."""
    assert answer.status_code == HTTPStatus.OK, answer.status_code
    return str(answer.content.decode())


def key_of(browser: Client) -> str:
    """The key of the session that a browser has."""
    key = browser.session.session_key
    assert key
    return key
