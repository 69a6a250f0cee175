from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.demo import DemoClub, make_demo_club


class Command(BaseCommand):
    help = "Fill an empty database with the demo club; elsewhere only say how to sign in to it."

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = settings.DEMO_SIGN_INS
        club = make_demo_club()
        if club is not None:
            file.touch(mode=0o600)
            file.write_text(sign_ins(club))
        if file.exists():
            self.stdout.write(file.read_text())


def sign_ins(club: DemoClub) -> str:
    """What a newcomer types to come in."""
    lines = [
        "The demo club",
        f"  password of everybody   {club.password}",
        f"  the organizer           {club.organizer}",
        *(f"  a member                {email}" for email in club.members),
        "  Half of them read French: EN and FR at the top of a page change its language.",
    ]
    return "\n".join(lines) + "\n"
