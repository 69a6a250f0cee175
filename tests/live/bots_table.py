"""`python -m tests.live.bots_table`: a public table at which bots play a long game; its code."""

import sys

from tests.browser import steady

if __name__ == "__main__":
    steady.begin()

    from games.rules.options import Options
    from tests.support.tables import start_table

    table = start_table(bots=6, options=Options(limit=1000), visibility="public")
    sys.stdout.write(table.code)
