"""A running site that serves one file of tests after the other, and is as new for each."""

import shutil
from pathlib import Path

from tests.browser.bots import pace_bots
from tests.browser.renewing import renew
from tests.support.migrated import FILE
from tests.support.site import SteadySite


class SharedSite(SteadySite):
    """A site with the people of `club`, started when it is first needed."""

    def __init__(self, club: Path, folder: Path) -> None:
        super().__init__(folder)
        self._saved = str(club / FILE)
        self._has_hasty_bots = False
        shutil.copytree(club, folder, dirs_exist_ok=True)

    @property
    def is_running(self) -> bool:
        return hasattr(self, "process") and self.process.poll() is None

    def start(self) -> None:
        super().start()
        self.do(pace_bots, are_hasty=self._has_hasty_bots)

    def begin_anew(self, *, has_hasty_bots: bool) -> None:
        """Let it run, with the rows of the club and no others."""
        self._has_hasty_bots = has_hasty_bots
        if not self.is_running:
            self.start()
        self.do(pace_bots, are_hasty=has_hasty_bots)
        self.do(renew, self._saved)
