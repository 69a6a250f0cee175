"""`python -m tests.browser.club`: the people of a browser test, into the site's own database.

Each of them is signed in: the cookies are in passes.json beside the database, by name.
"""

import json

import django

if __name__ == "__main__":
    django.setup()

    from django.conf import settings
    from django.test import Client
    from django.utils import timezone

    from tests.factories import PlayerFactory
    from tests.support.puzzles import make_present_puzzles

    passes = {}
    for name in ("Camille", "Oliver", "Dominique"):
        player = PlayerFactory.create(
            name=name, user__email=f"{name.lower()}@club.example", is_organizer=name == "Dominique"
        )
        client = Client()
        assert player.user
        client.force_login(player.user)
        passes[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
    make_present_puzzles(timezone.now())
    (settings.VAR_DIR / "passes.json").write_text(json.dumps(passes))
