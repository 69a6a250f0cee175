"""Operations of migrations beside Django's own."""

import pytest
from django.db import connection, models
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ProjectState

from config.migration_operations import CreateModels


def made() -> set[str]:
    return {name for name in connection.introspection.table_names() if name.startswith("farm_")}


@pytest.mark.django_db(transaction=True)
def test_models_that_refer_to_each_other_are_made_and_taken_back() -> None:
    key = models.BigAutoField(primary_key=True)
    before = ProjectState()
    assert before.apps.get_models() == []
    create = CreateModels(
        [
            CreateModel("Hen", [("id", key), ("egg", models.ForeignKey("Egg", models.CASCADE))]),
            CreateModel("Egg", [("id", key.clone()), ("hens", models.ManyToManyField("Hen"))]),
        ]
    )
    after = before.clone()
    create.state_forwards("farm", after)
    with connection.schema_editor() as editor:
        create.database_forwards("farm", editor, before, after)
    assert made() == {"farm_hen", "farm_egg", "farm_egg_hens"}
    hen = after.apps.get_model("farm", "Hen")
    egg = after.apps.get_model("farm", "Egg").objects.create()
    egg.hens.add(hen.objects.create(egg=egg))
    assert egg.hens.get().egg == egg

    with connection.schema_editor() as editor:
        create.database_backwards("farm", editor, after, before)
    assert made() == set()
