"""`python -m tests.browser.season`: a season of short games that Dominique runs."""

import django

if __name__ == "__main__":
    django.setup()

    from accounts.models import Player
    from games.rules.options import Options
    from tests.support.leagues import make_season

    season = make_season(
        Player.objects.get(name="Dominique"), options=Options(max_rounds=1), preferred=4
    )
    print(season.get_absolute_url())  # noqa: T201 - its output
