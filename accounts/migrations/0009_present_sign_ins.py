from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import migrations


def list_them(apps, schema_editor):
    """Whoever is signed in now is listed, so that they can be signed out."""
    Session = apps.get_model("sessions", "Session")
    User = apps.get_model("accounts", "User")
    SignIn = apps.get_model("accounts", "SignIn")
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    users = set(User.objects.values_list("pk", flat=True))
    found = []
    for session in Session.objects.iterator():
        number = str(store.decode(session.session_data).get(SESSION_KEY, ""))
        if number.isdecimal() and int(number) in users:
            found.append(SignIn(session_id=session.pk, user_id=int(number)))
    SignIn.objects.bulk_create(found)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0008_sign_in_security"),
    ]

    operations = [
        migrations.RunPython(list_them, migrations.RunPython.noop),
    ]
