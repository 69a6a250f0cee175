from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from config.privacy.retention import delete_expired


class Command(BaseCommand):
    help = (
        "Deletes what is kept for a time only, in small portions, and says how much that was. The"
        " keeper does so once an hour; the site may run."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        total: Counter[str] = Counter()
        while deleted := delete_expired(now):
            total += deleted
        for what, count in total.items():
            self.stdout.write(f"{count:>8,} {what}")
        self.stdout.write(f"Deleted: {total.total():,}" if total else "Nothing to delete.")
