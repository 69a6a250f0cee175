"""One process of `make fuzz`: attacks its share of the site, and tells its progress line by line.

Started by tests/fuzz/__main__.py, on a migrated database that nobody else uses.
"""

import argparse
import asyncio
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.test.utils import override_settings, setup_test_environment  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from leagues.standings import season_lock  # noqa: E402
from tests.fuzz.backups import BackupJudge, tampered_backups  # noqa: E402
from tests.fuzz.bad_requests import bad_requests  # noqa: E402
from tests.fuzz.campaign import attack, shares  # noqa: E402
from tests.fuzz.raw_server import ServerJudge, raw_requests  # noqa: E402
from tests.fuzz.sockets import SocketJudge, conversations, socket_paths  # noqa: E402
from tests.fuzz.stage import Stage, the_same_secrets  # noqa: E402
from tests.fuzz.states import BASE, SPECIAL, StateJudge, courses  # noqa: E402
from tests.fuzz.targets import targets  # noqa: E402
from tests.fuzz.verdict import Collector, Judge, collected_log, digest_of_all  # noqa: E402

# Forms and sockets are where most can be wrong.
WEIGHTS = {True: 3, False: 1}
WEIGHT_OF_SOCKETS = 15
# An input is a whole game, with some hundred requests.
WEIGHT_OF_STATES = 1
SHARE_OF_STATES = 0.02
SERVER = "server"
# Rows are compared before these.
COMMITTING = ("socket:", "states:")
SECONDS_BETWEEN_LINES = 0.5


@dataclass(frozen=True, slots=True)
class Attack:
    """Inputs of one kind, and who judges them."""

    name: str
    inputs: st.SearchStrategy[Any]
    judge: Callable[[Any], None]
    weight: int


def attacks(
    stage: Stage, judge: Judge, log: Collector, migrated: Path | None, stack: ExitStack
) -> Iterator[Attack]:
    """Addresses, sockets, states of tables, and on SQLite a server and backups."""
    for target in targets(stage, judge):
        yield Attack(target.name, bad_requests(target), judge.judge, WEIGHTS[bool(target.forms)])
    loop = asyncio.new_event_loop()
    sockets = SocketJudge(stage, log, loop)
    for name, paths in socket_paths(stage).items():
        inputs = conversations(paths, tuple(stage.cookies))
        yield Attack(f"socket:{name}", inputs, sockets.judge, WEIGHT_OF_SOCKETS)
    states = StateJudge(log, SHARE_OF_STATES)
    states.statuses = judge.statuses
    for name, options in (("special", SPECIAL), ("base", BASE)):
        yield Attack(f"states:{name}", courses(options), states.judge, WEIGHT_OF_STATES)
    if migrated:
        server = ServerJudge(migrated, Path(settings.VAR_DIR) / "site")
        stack.callback(server.stop)
        raw = raw_requests(server.site.port)
        yield Attack(SERVER, raw, server.judge, WEIGHT_OF_SOCKETS)
        backups = BackupJudge(migrated, Path(settings.VAR_DIR) / "backups")
        yield Attack("backup:", tampered_backups(), backups.judge, WEIGHT_OF_SOCKETS)


def main() -> None:
    """Attack every n-th of all, and tell each fault."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--share", required=True, help="which of how many, such as 0/2")
    parser.add_argument("--only", default="")
    parser.add_argument("--migrated", type=Path, help="for a server process of its own")
    parser.add_argument("--tell", type=argparse.FileType("w", encoding="utf-8"), default=sys.stdout)
    given = parser.parse_args()

    def tell(**what: Any) -> None:
        given.tell.write(json.dumps(what) + "\n")
        given.tell.flush()

    mine, parts = map(int, given.share.split("/"))
    setup_test_environment()
    warnings.simplefilter("ignore")
    # In a transaction that is taken back nothing is committed: what would follow is done at once.
    mock.patch.object(season_lock, "after_commit", lambda work: work()).start()
    with ExitStack() as stack:
        stack.enter_context(override_settings(GUEST_SEATS=True))
        log = stack.enter_context(collected_log())
        with the_same_secrets(given.seed):
            stage = Stage()
            judge = Judge(stage, log)
        found = list(attacks(stage, judge, log, given.migrated, stack))
        # Of each kind as many whatever is left out, since more would be other inputs.
        amounts = shares([each.name for each in found], [a.weight for a in found], given.inputs)
        chosen = [each for each in found if given.only in each.name][mine::parts]
        tell(total=sum(amounts[each.name] for each in chosen))
        before, done, told_at = digest_of_all(), 0, 0.0
        for each in chosen:

            def count(name: str = each.name) -> None:
                nonlocal done, told_at
                done += 1
                if time.monotonic() - told_at > SECONDS_BETWEEN_LINES:
                    tell(done=done, at=name)
                    done, told_at = 0, time.monotonic()

            if each.name.startswith(COMMITTING) and before:
                tell(changed=changed_since(before))
                before = {}
            finding = attack(
                each.name,
                each.inputs,
                each.judge,
                count=amounts[each.name],
                start=given.seed,
                told=count,
            )
            if finding:
                tell(finding=asdict(finding))
        tell(
            done=done, statuses=judge.statuses, longest=judge.longest, changed=changed_since(before)
        )


def changed_since(before: dict[str, str]) -> list[str]:
    """Tables whose rows are no longer those of these checksums."""
    now = digest_of_all() if before else {}
    return [table for table, rows in before.items() if now[table] != rows]


if __name__ == "__main__":
    main()
