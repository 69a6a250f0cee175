"""What an old club had still to compute when it was upgraded is computed afterwards."""

from pathlib import Path

import pytest

from tests.leagues.migrating.old_club import database_for, old_club

# In one process: each start of another one would load the whole project again.
THERE_AND_BACK = """
import django; django.setup()
from django.core.management import call_command
from django.db import connection

BEFORE, RENAMED = "0014", "0015"

def migrate(*target):
    call_command("migrate", *target, verbosity=0)

def due():
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM leagues_season WHERE standings_due IS NOT NULL")
        return cursor.fetchall()

def noted():
    from leagues.models import League, Season
    noted = Season.objects.exclude(outdated_standings=None)
    print(*noted.values_list("pk", "outdated_standings"))
    print(*League.objects.exclude(outdated_ratings=None).values_list("outdated_ratings"))

migrate("leagues", BEFORE)
with connection.cursor() as cursor:
    cursor.execute(
        "UPDATE leagues_season SET standings_due = '2026-03-06 19:00:00+00:00' WHERE id = 1"
    )
    cursor.execute("UPDATE leagues_league SET ratings_due = '[1, \\"\\", 0, 0]' WHERE id = 1")
migrate("leagues", RENAMED)
migrate("leagues", BEFORE)
print(due())
migrate("leagues", RENAMED)
noted()
migrate()
from leagues.receivers import catch_up
catch_up()
noted()
"""


@pytest.mark.parametrize(
    "request_of",
    [
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough]),
    ],
)
def test_it_is_noted_as_the_site_of_today_notes_it(
    request_of: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    request.param = request_of
    site = old_club(tmp_path, database_for(request, "an_undone_club"), is_migrated=False)
    assert site.run("-c", THERE_AND_BACK).splitlines() == [
        "[(1,)]",
        "(1, {'since': '2026-03-06T19:00:00.000000+00:00', 'players': None})",
        "([1, '', 0, 0],)",
        "",
        "",
    ]
