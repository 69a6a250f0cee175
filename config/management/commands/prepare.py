import os
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from config.migration_names import missing_and_foreign
from config.private_files import NotPrivate, make_private
from config.static_storage import collect
from monitoring.outages import DISK_FULL, outage


class Command(BaseCommand):
    help = "Brings the database and the static files up to date: before a start, after an upgrade."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            make_private()
            collect()
            # A start after an upgrade finds nothing to do, and players wait for it.
            if missing_and_foreign()[0]:
                call_command("migrate", interactive=False, verbosity=options["verbosity"])
            if not settings.EMAIL_IS_SENT:
                # As accounts/forms.py, for who signed up under an older release.
                unchecked = EmailAddress.objects.filter(primary=True, verified=False)
                unchecked.filter(user__is_active=True).update(verified=True)
        except NotPrivate as error:
            raise CommandError(str(error), returncode=os.EX_CONFIG) from error
        except OperationalError as error:
            if outage(error) == DISK_FULL:
                raise CommandError(
                    f"The disk is full, and the database in {settings.VAR_DIR} cannot be opened:"
                    " docs/watching.md says what may go."
                ) from error
            raise CommandError(f"The database does not answer: {error}") from error
        finally:
            connections.close_all()
