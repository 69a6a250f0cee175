"""Rows without the row they belong to, and photos without file or row."""

import hashlib
import time

from django.apps import apps
from django.db import connection
from django.db.models import Exists, ForeignKey, OuterRef
from tqdm import tqdm

from accounts.pictures import files
from config import picture_files
from config.integrity.report import Kind, Problem, Report, ids_of
from games.models import UploadedRecord
from games.rules.errors import RulesError
from games.rules.record_read import parse_record
from games.rules.record_text import parse_json
from games.rules.replay import replay

# The keeper deletes files without a row an hour after they were written, or one later.
UNNAMED_SECONDS = 3 * picture_files.UNNAMED_ARE_KEPT.total_seconds()


def check_database(report: Report) -> None:
    """What SQLite itself finds wrong with its file; PostgreSQL has no such question."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(20)")
        found = [words for (words,) in cursor.fetchall()]
    report.checked["database files"] += 1
    for words in found:
        if words != "ok":
            report.add(Problem(Kind.DATABASE_DAMAGED, "database", words))


def check_references(report: Report) -> None:
    """Every row that another one names is there: all models, all foreign keys."""
    keys = [
        (model, field)
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy  # noqa: SLF001 - the documented way
        for field in model._meta.local_fields  # noqa: SLF001
        if isinstance(field, ForeignKey)
    ]
    for model, field in tqdm(keys, desc="References", disable=None, leave=False):
        target = field.related_model._base_manager.filter(  # noqa: SLF001
            **{field.target_field.name: OuterRef(field.attname)}
        )
        rows = model._base_manager.filter(**{f"{field.name}__isnull": False})  # noqa: SLF001
        lost = rows.exclude(Exists(target)).values_list("pk", field.attname)
        for pk, named in lost.iterator(chunk_size=500):
            where = f"{model._meta.db_table} {pk}"  # noqa: SLF001
            report.add(Problem(Kind.ROW_MISSING, where, f"its {field.name} {named} is not there"))
        report.checked["references between tables"] += 1


def check_photos(report: Report) -> None:
    """Each picture that a row names has its file, and each file its row."""
    for model, field, words in picture_files.NAMING:
        rows = model._base_manager.exclude(**{field: ""})  # noqa: SLF001 - the documented way
        for pk in ids_of(rows, words.capitalize()):
            name = rows.filter(pk=pk).values_list(field, flat=True).first()
            if name is None:
                continue
            report.checked["photos"] += 1
            if not files.is_there(name):
                problem = Problem(Kind.PHOTO_FILE_MISSING, f"{words} {pk}", f"{name} is not there")
                report.add(problem)
    for name in files.written_before(time.time() - UNNAMED_SECONDS):
        report.checked["files of photos"] += 1
        if not picture_files.is_named(name):
            report.add(Problem(Kind.PHOTO_ROW_MISSING, f"file {name}", "no row names it"))


def check_uploads(report: Report) -> None:
    """The records that members uploaded are still the texts that were found true."""
    for pk in ids_of(UploadedRecord.objects.all(), "Uploaded records"):
        upload = UploadedRecord.objects.filter(pk=pk).first()
        if upload is None:
            continue
        report.checked["uploaded records"] += 1
        text = upload.text.encode()
        words = "" if hashlib.sha256(text).hexdigest() == upload.digest else "its text has changed"
        try:
            replay(parse_record(parse_json(text)))
        except RulesError as error:
            words = f"it is not true: {error!r}"
        if words:
            report.add(Problem(Kind.UPLOAD_DIFFERS, f"uploaded record {upload.code}", words))
