"""People of a club, made as the site makes them. Games and leagues have their own factories."""

from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from accounts.models import Invitation, Player, User
from accounts.tokens import hash_of

PASSWORD = "a-password-of-ours"


class UserFactory(DjangoModelFactory[User]):
    """A login with PASSWORD and no player."""

    class Meta:
        model = User

    email = factory.Sequence(lambda number: f"member{number}@club.example")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        return model_class.objects.create_user(*args, **fields)


class PlayerFactory(DjangoModelFactory[Player]):
    """A player with a login; `user=None` for one who only appears on paper."""

    class Meta:
        model = Player

    user = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda number: f"Member {number}")


class InvitationFactory(DjangoModelFactory[Invitation]):
    """A usable invitation; its link holds `token`."""

    class Meta:
        model = Invitation

    class Params:
        token = factory.Sequence(lambda number: f"token-{number}")

    token_hash = factory.LazyAttribute(lambda made: hash_of(made.token))
    created_by = factory.SubFactory(PlayerFactory, is_organizer=True)
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=1))
