"""Carry over what a merge that can still be undone has moved, from JSON to rows.

A wish of the guest that was deleted, and made anew for the member, is the one that the member has.
Whatever else was deleted, as the member had a row in its place, is back with its id and set aside,
but for wishes of people who were erased since.
"""

from django.db import migrations
from django.db.migrations.exceptions import IrreversibleError


def to_rows(apps, _schema_editor):
    merges = apps.get_model("leagues", "Merge").objects.filter(undone_at=None)
    for merge in merges.order_by("pk"):
        moved = merge.moved
        for name in ("games", "adjustments", "wishes"):
            rows = getattr(merge, name)
            rows.set(rows.model.objects.filter(pk__in=moved.get(name, ())))
        for name, place in (("attendances", "session"), ("entrants", "season")):
            rows = getattr(merge, name)
            places = {f"{place}__in": moved.get(name, ())}
            rows.set(rows.model.objects.filter(player=merge.member_id, **places))
        merge.guest_was_rated, merge.member_was_rated = moved.get("rated", (True, True))
        merge.save(update_fields=["guest_was_rated", "member_was_rated"])
        for row in moved.get("removed", ()):
            _set_aside(apps, row, merge)
        _keep_own_beginnings(apps, merge)


def to_nothing(apps, _schema_editor):
    """Go back where there is nothing to carry back."""
    if apps.get_model("leagues", "Merge").objects.filter(undone_at=None).exists():
        raise IrreversibleError("what merges moved is kept in rows now: restore a backup to go back")


def _set_aside(apps, row, merge):
    model = apps.get_model(row["model"])
    found = model(pk=row["pk"], set_aside_by=merge)
    for field in model._meta.concrete_fields:
        if field.name in row["fields"]:
            setattr(found, field.attname, field.to_python(row["fields"][field.name]))
    if not model.objects.filter(pk=found.pk).exists() and _can_be(apps, model, found, merge):
        found.save(force_insert=True)


def _can_be(apps, model, row, merge):
    """Whether all that a row points to is there, and it is no wish that the member has now."""
    for field in model._meta.concrete_fields:
        target = getattr(row, field.attname)
        if field.many_to_one and target is not None:
            if not field.related_model.objects.filter(pk=target).exists():
                return False
    if model._meta.model_name != "wish":
        return True
    people = apps.get_model("accounts", "Player").objects
    if people.filter(pk__in=[row.first_id, row.second_id]).exclude(erased_at=None).exists():
        return False
    names = (merge.member_id if pk == merge.guest_id else pk for pk in (row.first_id, row.second_id))
    first, second = sorted(names)
    return not merge.wishes.filter(season=row.season_id, first=first, second=second).exists()


def _keep_own_beginnings(apps, merge):
    entrants = apps.get_model("leagues", "Entrant").objects
    # Of several numbers for one season the last was the member's before any merge.
    earlier = dict(merge.moved.get("joined_from", ()))
    for entrant in entrants.filter(set_aside_by=merge):
        own = entrants.filter(
            season=entrant.season_id, player=merge.member_id, set_aside_by=None
        ).first()
        if own is not None:
            entrant.own_joined_from = earlier.get(entrant.season_id, own.joined_from)
            entrant.save(update_fields=["own_joined_from"])


class Migration(migrations.Migration):
    # Apart from the columns: PostgreSQL alters no table with rows that were just written.

    dependencies = [("leagues", "0021_merges_as_rows")]

    operations = [migrations.RunPython(to_rows, to_nothing)]
