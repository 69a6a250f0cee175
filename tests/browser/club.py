"""`python -m tests.browser.club`: the people of a browser test, into the site's own database."""

import django

if __name__ == "__main__":
    django.setup()

    from tests.factories import PlayerFactory

    PlayerFactory.create(name="Camille", user__email="camille@club.example")
    PlayerFactory.create(name="Oliver", user__email="oliver@club.example")
    PlayerFactory.create(name="Dominique", user__email="dominique@club.example", is_organizer=True)
