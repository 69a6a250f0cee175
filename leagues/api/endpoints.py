"""All endpoints of the API, by address."""

from collections.abc import Mapping, Sequence

from leagues.api import data, session_data, session_writes, writes
from leagues.api.declared import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *data.ENDPOINTS,
    *session_data.ENDPOINTS,
    *session_writes.WRITING,
    *writes.WRITING,
)


def by_path() -> Mapping[str, Sequence[Endpoint]]:
    """The endpoints of each address, reading first."""
    found: dict[str, list[Endpoint]] = {}
    for each in ENDPOINTS:
        found.setdefault(each.path, []).append(each)
    return found
