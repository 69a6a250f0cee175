"""Tables whose columns stand once, heading and cell together; leagues/table.html draws them all.

{% table games as game label=_("Games") %}
  {% column _("Session") scope="row" %}{{ game.session }}{% endcolumn %}
  {% column _("Heads") class="figure" %}{{ game.heads }}{% endcolumn %}
  {% columns names game.places class="figure" %}
{% endtable %}
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.base import (
    FilterExpression,
    NodeList,
    Parser,
    Token,
    render_value_in_context,
    token_kwargs,
)
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

Options = dict[str, FilterExpression]


class ColumnNode(template.Node):
    """A column. Options: class; scope="row" where it names the rows; sign, for eyes, as heading."""

    def __init__(self, heading: FilterExpression, cell: NodeList, options: Options) -> None:
        self.heading, self.cell, self.options = heading, cell, options

    def heads(self, context: Context) -> list[dict[str, Any]]:
        """What is true of it in every row."""
        return [_resolved(self.options, context) | {"heading": self.heading.resolve(context)}]

    def cells(self, context: Context) -> Iterable[object]:
        """What stands in it, in the row of this context."""
        return [self.cell.render(context)]


class ColumnsNode(template.Node):
    """Alike columns, as many as there are headings. Option: class."""

    def __init__(
        self, headings: FilterExpression, values: FilterExpression, options: Options
    ) -> None:
        self.headings, self.values, self.options = headings, values, options

    def heads(self, context: Context) -> list[dict[str, Any]]:
        """What is true of each in every row."""
        shared = _resolved(self.options, context)
        return [shared | {"heading": heading} for heading in self.headings.resolve(context)]

    def cells(self, context: Context) -> Iterable[object]:
        """What stands in them, in the row of this context."""
        values: Iterable[object] = self.values.resolve(context)
        return values


class TableNode(template.Node):
    """A table. Options: those that leagues/table.html names, and row_class."""

    def __init__(
        self,
        rows: FilterExpression,
        names: list[str],
        options: Options,
        inside: NodeList,
        foot: NodeList,
    ) -> None:
        self.rows, self.names, self.foot = rows, names, foot
        self.row_class, self.options = options.pop("row_class", None), options
        self.columns = [node for node in inside if isinstance(node, ColumnNode | ColumnsNode)]

    def render(self, context: Context) -> SafeString:
        """The whole table."""
        heads = [head for column in self.columns for head in column.heads(context)]
        around = [_around(head) for head in heads]
        found = self.rows.resolve(context) or ()
        rows = []
        for row in () if isinstance(found, SafeString) else found:
            values = [row] if len(self.names) == 1 else row
            with context.push(**dict(zip(self.names, values, strict=True))):
                cells = [cell for column in self.columns for cell in column.cells(context)]
                look = self.row_class and self.row_class.resolve(context)
                shown = [render_value_in_context(cell, context) for cell in cells]
            # A loop in the template would take most of the time of a page with 500 rows.
            line = "".join(
                f"{before}{cell}{after}"
                for (before, after), cell in zip(around, shown, strict=True)
            )
            rows.append(f"<tr{_class(look)}>{line}</tr>")
        about = {
            "heads": heads,
            "rows": found if isinstance(found, SafeString) else mark_safe("\n".join(rows)),  # noqa: S308 - its parts are escaped
            "foot": self.foot.render(context).strip(),
        }
        return render_to_string("leagues/table.html", _resolved(self.options, context) | about)


def _around(head: dict[str, Any]) -> tuple[str, str]:
    """The tags around a cell of a column."""
    look = _class(head.get("class"))
    if head.get("scope"):
        return f'<th scope="row"{look}>', "</th>"
    return f"<td{look}>", "</td>"


def _class(name: object) -> SafeString:
    return format_html(' class="{}"', name) if name else SafeString("")


def _resolved(options: Options, context: Context) -> dict[str, Any]:
    return {name: value.resolve(context) for name, value in options.items()}


@register.tag
def table(parser: Parser, token: Token) -> TableNode:
    """{% table rows as row ... %}, or {% table pairs as name,value ... %}, up to {% endtable %}.

    Rows of the foot follow the columns behind {% foot %}. rows: or the HTML of all of them, where
    columns have headings alone.
    """
    _tag, rows, _as, names, *bits = token.split_contents()
    options = token_kwargs(bits, parser)
    inside, foot = parser.parse(["foot", "endtable"]), NodeList()
    if parser.next_token().contents == "foot":
        foot = parser.parse(["endtable"])
        parser.delete_first_token()
    return TableNode(parser.compile_filter(rows), names.split(","), options, inside, foot)


@register.tag
def column(parser: Parser, token: Token) -> ColumnNode:
    """{% column heading ... %} up to {% endcolumn %}."""
    _tag, heading, *bits = token.split_contents()
    options = token_kwargs(bits, parser)
    cell = parser.parse(["endcolumn"])
    parser.delete_first_token()
    return ColumnNode(parser.compile_filter(heading), cell, options)


@register.tag
def columns(parser: Parser, token: Token) -> ColumnsNode:
    """{% columns headings values ... %}; values: those of the row, as many as headings."""
    _tag, headings, values, *bits = token.split_contents()
    compiled = parser.compile_filter(headings), parser.compile_filter(values)
    return ColumnsNode(*compiled, token_kwargs(bits, parser))


@register.filter(name="is")
def is_same(one: object, other: object) -> bool:
    """Whether two are the same: row_class=row.player|is:chosen|yesno:"is-chosen,"."""
    return one == other
