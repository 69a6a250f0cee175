import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from games.live import publishing
from games.live.keeper import keep_for_ever


class Command(BaseCommand):
    help = "Make the moves of bots and of the clock, for server processes with KEEPER=separate."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asyncio.run(self._keep())
        except KeyboardInterrupt:
            self.stdout.write("The keeper rests.")

    async def _keep(self) -> None:
        publishing.serve_from(asyncio.get_running_loop())
        await keep_for_ever()
