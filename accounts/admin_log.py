"""Take an erased name out of the log of the administration pages; what was done stays told."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from accounts.models import Player, User
from accounts.names import NAMELESS, names_person, without, without_in_title

Forget = Callable[[str], str]


def forget_in_admin_log(player: Player, user: User | None, name: str) -> None:
    """Take a person's name and address out of the lines about them and about what may be theirs.

    A line about another person, or about something of a namesake, stays as it is.
    """
    themselves = {_key(row) for row in (player, user) if row}

    def forget(text: str) -> str:
        return without(without(text, name), user.email) if user else without(text, name)

    def forget_in_title(title: str) -> str:
        left = without_in_title(title, name)
        return without(left, user.email) if user else left

    for line in LogEntry.objects.select_related("content_type"):
        if (line.content_type_id, line.object_id) in themselves:
            # They may have had another name at the time.
            found = NAMELESS, _message_without(line.change_message, forget, lambda _name: NAMELESS)
        else:
            found = _texts_without(line, forget)
            if found == (line.object_repr, line.change_message):
                continue
            row = _row_of(line)
            if row and _is_of_another(row, player, user, name):
                continue
            if row and not _people_of(row):
                found = _texts_without(line, forget_in_title)
        log = LogEntry.objects.filter(pk=line.pk)
        log.update(object_repr=found[0], change_message=found[1])


def _texts_without(line: LogEntry, forget: Forget) -> tuple[str, str]:
    return forget(line.object_repr), _message_without(line.change_message, forget, forget)


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


def _row_of(line: LogEntry) -> Model | None:
    """What a line is about; None where it is gone."""
    model = line.content_type.model_class() if line.content_type else None
    if model is None:
        return None
    return model._base_manager.filter(pk=line.object_id).first()  # noqa: SLF001


def _people_of(row: Model) -> set[Player | User]:
    """Those to whom a row leads."""
    fields = [field for field in row._meta.fields if field.related_model in {Player, User}]  # noqa: SLF001
    return {person for field in fields if (person := getattr(row, field.name))}


def _is_of_another(row: Model, player: Player, user: User | None, name: str) -> bool:
    """Whether a row is another person, or something of a namesake."""
    if isinstance(row, Player | User):
        return True
    people = _people_of(row)
    if people & {player, user}:
        return False
    players = [getattr(one, "player", None) if isinstance(one, User) else one for one in people]
    return any(one and names_person(one.name, name) for one in players)
