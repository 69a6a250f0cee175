"""What an old club had still to compute when it was upgraded is computed afterwards."""

from pathlib import Path

import pytest

from tests.leagues.migrating.old_club import database_for, old_club

BEFORE, RENAMED = "0014", "0015"
LEAVE_UNDONE = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "UPDATE leagues_season SET standings_due = '2026-03-06 19:00:00+00:00' WHERE id = 1"
    )
    cursor.execute("UPDATE leagues_league SET ratings_due = '[1, \\"\\", 0, 0]' WHERE id = 1")
"""
TELL = """
from leagues.models import League, Season
noted = Season.objects.exclude(outdated_standings=None).values_list("pk", "outdated_standings")
print(*noted, *League.objects.exclude(outdated_ratings=None).values_list("outdated_ratings"))
"""
CATCH_UP = "from leagues.receivers import catch_up; catch_up()\n"
DUE = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT id FROM leagues_season WHERE standings_due IS NOT NULL")
    print(cursor.fetchall())
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
    site = old_club(tmp_path, database_for(request, "an_undone_club"), only_to=BEFORE)
    site.run("manage.py", "shell", "-c", LEAVE_UNDONE)
    for target in (RENAMED, BEFORE):
        site.run("manage.py", "migrate", "leagues", target, "--verbosity=0")
    assert site.run("manage.py", "shell", "-c", DUE).splitlines()[-1].strip("[]") == "(1,)"
    site.run("manage.py", "migrate", "leagues", RENAMED, "--verbosity=0")
    assert site.run("manage.py", "shell", "-c", TELL).splitlines()[-1] == (
        "(1, {'since': '2026-03-06T19:00:00.000000+00:00', 'players': None}) ([1, '', 0, 0],)"
    )
    site.run("manage.py", "migrate", "--verbosity=0")
    assert site.run("manage.py", "shell", "-c", CATCH_UP + TELL).splitlines()[-1:] in ([], [""])
