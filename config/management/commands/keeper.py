import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import data_lock, service_manager
from config.graceful_server import STOP_SECONDS
from games.live import executor, publishing
from games.play.keeper import keep
from games.practice import apart


class Command(BaseCommand):
    help = "Make the moves of bots and of the clock, for server processes with KEEPER=separate."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data_lock.hold(settings.VAR_DIR)
        except data_lock.DataInUse as error:
            raise CommandError(str(error)) from error
        asyncio.run(self._keep())
        self.stdout.write("The keeper rests.")

    async def _keep(self) -> None:
        """Keep until SIGTERM or SIGINT, then finish what was begun, for STOP_SECONDS at most."""
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        publishing.serve_from(loop)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopping.set)
        keeping = asyncio.create_task(keep(stopping))
        service_manager.notify("READY=1")
        await stopping.wait()
        apart.end()
        async with asyncio.timeout(STOP_SECONDS):
            await keeping
            await executor.finish()
            await publishing.finish()
