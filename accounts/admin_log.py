"""Take an erased name out of the log of the administration pages; what was done stays told."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from accounts.models import Player, User
from accounts.names import NAMELESS, names_person, without

Forget = Callable[[str], str]


def forget_in_admin_log(player: Player, user: User | None, name: str) -> None:
    """Take a person's name and address out of the lines about them and about what may be theirs.

    A line about another person, or about something of a namesake, stays as it is.
    """
    words = [name, user.email] if user else [name]
    themselves = {_key(row) for row in (player, user) if row}

    def forget(text: str) -> str:
        for word in words:
            text = without(text, word)
        return text

    for line in LogEntry.objects.select_related("content_type"):
        if (line.content_type_id, line.object_id) in themselves:
            # They may have had another name at the time.
            found = NAMELESS, _message_without(line.change_message, forget, lambda _name: NAMELESS)
        else:
            found = forget(line.object_repr), _message_without(line.change_message, forget, forget)
        is_same = found == (line.object_repr, line.change_message)
        if not is_same and not _is_of_another(line, player, user, name):
            log = LogEntry.objects.filter(pk=line.pk)
            log.update(object_repr=found[0], change_message=found[1])


def _key(row: Model) -> tuple[int, str]:
    return ContentType.objects.get_for_model(row).pk, str(row.pk)


def _message_without(message: str, in_sentence: Forget, in_object: Forget) -> str:
    """What a line says was changed, without a name: a sentence, or Django's JSON.

    Of the JSON only the objects are named by people; models and fields are words of the site.
    """
    try:
        changes = json.loads(message)
    except ValueError:
        return in_sentence(message)
    if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
        return in_sentence(message)
    left = [
        {action: _with_object(told, in_object) for action, told in change.items()}
        for change in changes
    ]
    return message if left == changes else json.dumps(left)


def _with_object(told: Any, change: Forget) -> Any:
    if isinstance(told, dict) and "object" in told:
        return told | {"object": change(str(told["object"]))}
    return told


def _is_of_another(line: LogEntry, player: Player, user: User | None, name: str) -> bool:
    """Whether a line is known to be about another person, or about something of a namesake."""
    model = line.content_type.model_class() if line.content_type else None
    row = model and model._base_manager.filter(pk=line.object_id).first()  # noqa: SLF001
    if row is None or row in (player, user):
        return False
    if isinstance(row, Player | User):
        return True
    fields = row._meta.fields  # noqa: SLF001
    leading = [field for field in fields if field.related_model in {Player, User}]
    people = {getattr(row, field.name) for field in leading} - {None}
    if people & {player, user}:
        return False
    players = [getattr(one, "player", None) if isinstance(one, User) else one for one in people]
    return any(one and names_person(one.name, name) for one in players)
