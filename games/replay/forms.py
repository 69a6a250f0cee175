"""The form for a record: a file or pasted text."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.replay.positions import course_of
from games.replay.record_words import sentence_of
from games.rules.errors import InvalidRecord
from games.rules.record import RecordCode
from games.rules.record_read import parse_record
from games.rules.record_text import parse_json
from games.rules.record_write import record_to_json

# The longest game of ten players takes less than 250,000 bytes.
MOST_BYTES = 300_000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class UploadForm(forms.Form):
    """cleaned_data["record"]: the record as JSON data, replayed and found true."""

    file = forms.FileField(
        label=_("The file of a game record"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "field"}),
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or self.cleaned_data
        file, text = fields.get("file"), fields.get("text", "").strip()
        if bool(file) == bool(text):
            raise ValidationError(
                gettext("Choose a file or paste a text, not both.")
                if file
                else gettext("Choose a file or paste the text of a record.")
            )
        size = file.size if file else len(text.encode())
        if size > MOST_BYTES:
            raise ValidationError(
                gettext("This is too long for a record: at most %(size)s are taken.")
                % {"size": filesizeformat(MOST_BYTES)}
            )
        data = file.read() if file else text.encode()
        return {**fields, "record": _read(data.removeprefix(BYTE_ORDER_MARK))}


def _read(data: bytes) -> dict[str, Any]:
    """The record of a file. Raises ValidationError for one that cannot be replayed."""
    try:
        record = parse_record(parse_json(data))
        if not record.rounds:
            raise ValidationError(gettext("No round is told in this record: there is no replay."))
        course_of(record)
    except InvalidRecord as error:
        if error.code is RecordCode.NOT_JSON:
            words = gettext("This is not a game record: it is not in JSON format.")
        else:
            words = sentence_of(error)
        raise ValidationError(words) from error
    return record_to_json(record)
