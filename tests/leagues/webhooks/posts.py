"""Send what webhooks are to be told, and read what was posted."""

import json
from datetime import timedelta
from typing import Any

from django.utils import timezone

from leagues.notices.webhooks import service
from tests.support.receiver import Receiver

MINUTE = timedelta(minutes=1)
SOON = timedelta(minutes=1, seconds=1)


def send(after: timedelta = SOON) -> int:
    return service.send_due(timezone.now() + after)


def told(server: Receiver) -> list[Any]:
    """What was posted, as JSON."""
    return [json.loads(each.body) for each in server.posts]
