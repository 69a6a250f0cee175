"""What is asked beside the rules when a past season is imported."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.imports.reading import MOST_CHARACTERS
from leagues.sheets.csv.text import decode

# A character of UTF-8 takes up to four bytes.
MOST_BYTES = 4 * MOST_CHARACTERS


class PastForm(forms.Form):
    """The text of a past season, pasted or in a file."""

    text = forms.CharField(
        label=_("Paste from a spreadsheet"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "import-text"}),
        help_text=_(
            "One row for each player of a game, with the columns Date, Table, Player and "
            "Heads, and perhaps Session, Place and Rounds. Or one row for each table, with a "
            "column Date and a column for each player that holds their heads. The site’s own "
            "results file can be imported as well."
        ),
    )
    file = forms.FileField(
        label=_("Or choose a CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    first_date = forms.DateField(
        label=_("Date of the first session"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_(
            "Only for a file without dates: its sessions then follow each other week by week."
        ),
    )

    def clean(self) -> dict[str, object]:
        """The file comes before what was pasted."""
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            data["text"] = decode(file.read(MOST_BYTES + 1)).replace("\0", "")
        if not data.get("text", "").strip():
            self.add_error("text", _("Paste the results, or choose a file."))
        return data
