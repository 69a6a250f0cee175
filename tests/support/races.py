"""Works that are done at the same moment."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do all works in threads that start together; what each returned or raised."""
    gate = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def run(index: int) -> None:
        gate.wait()
        try:
            results[index] = works[index]()
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
