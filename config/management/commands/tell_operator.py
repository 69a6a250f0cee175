from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Tells whoever runs the site, by mail if OPERATOR_CONTACT is an address, what failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit", help="what failed, such as sixieme-backup.service")

    def handle(self, *args: Any, **options: Any) -> None:
        unit = options["unit"]
        self.stderr.write(f"{unit} has failed: journalctl -u {unit}")
        if settings.EMAIL_IS_SENT and "@" in settings.OPERATOR_CONTACT:
            send_mail(
                f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{unit} has failed",
                f"{settings.SITE_URL}\n\nWhat it said: journalctl -u {unit}\n",
                None,
                [settings.OPERATOR_CONTACT.removeprefix("mailto:")],
            )
