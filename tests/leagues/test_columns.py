"""{% table %}: a table of a page, with what every table of leagues must have."""

from django.template import Context, Template

from tests.leagues.browsing import words_of

ROWS = [("Ana & Bo", ["1", "2"], True), ("<Cleo>", ["3", ""], False)]


def drawn(body: str, **context: object) -> str:
    """The HTML of a table of ROWS without spaces between its tags."""
    html = Template(f"{{% load columns i18n %}}{body}").render(Context({"rows": ROWS} | context))
    return "".join(line.strip() for line in html.splitlines())


def test_a_column_has_its_heading_and_its_cells() -> None:
    html = drawn(
        '{% table rows as name,places,counts %}{% column _("Player") scope="row" %}{{ name }}'
        '{% endcolumn %}{% column _("First") class="figure" %}{{ places.0 }}{% endcolumn %}'
        "{% endtable %}"
    )
    assert html == (
        '<div class="table-box"><table class="sheet-table"><thead><tr><th scope="col">Player</th>'
        '<th scope="col" class="figure">First</th></tr></thead><tbody>'
        '<tr><th scope="row">Ana &amp; Bo</th><td class="figure">1</td></tr>'
        '<tr><th scope="row">&lt;Cleo&gt;</th><td class="figure">3</td></tr></tbody></table></div>'
    )


def test_there_are_as_many_columns_as_headings() -> None:
    html = drawn(
        "{% table rows as name,places,counts %}{% columns sessions places %}{% endtable %}",
        sessions=["<a>", "b"],
    )
    assert words_of(html) == "&lt;a&gt; b 1 2 3"


def test_a_row_and_the_table_have_looks_and_a_caption_of_their_own() -> None:
    html = drawn(
        '{% table rows as name,places,counts class="met" id="who" caption=title '
        'caption_class="unseen" row_class=counts|yesno:",is-dropped" %}'
        '{% column _("Place") sign="#" %}{{ places.0 }}{% endcolumn %}{% endtable %}',
        title="Who & what",
    )
    assert html.startswith(
        '<div class="table-box"><table class="met" id="who">'
        '<caption class="unseen">Who &amp; what</caption>'
    )
    assert '<span aria-hidden="true">#</span><span class="unseen">Place</span>' in html
    assert "<tr><td>1</td></tr>" in html
    assert '<tr class="is-dropped"><td>3</td></tr>' in html


def test_a_wide_table_is_scrolled_for_itself_under_a_name() -> None:
    table = "{{% table rows as name,places,counts {} %}}{{% endtable %}}"
    assert drawn(table.format("label=words"), words='"All"').startswith(
        '<div class="scroll"tabindex="0"role="group"aria-label="&quot;All&quot;"><table'
    )
    assert 'aria-labelledby="all"><table' in drawn(table.format('labelled_by="all"'))


def test_what_is_chosen_is_marked() -> None:
    html = drawn(
        '{% table rows as name,places,counts row_class=name|is:chosen|yesno:"is-chosen," %}'
        '{% column _("Player") %}{{ name }}{% endcolumn %}{% endtable %}',
        chosen="<Cleo>",
    )
    assert html.count("is-chosen") == 1
    assert '<tr class="is-chosen"><td>&lt;Cleo&gt;' in html


def test_a_table_has_a_foot_where_there_is_something_in_it() -> None:
    table = (
        '{% table rows as name,places,counts %}{% column _("Player") %}{{ name }}{% endcolumn %}'
        "{% foot %}{% if sum %}<tr><td>{{ sum }}</td></tr>{% endif %}{% endtable %}"
    )
    assert drawn(table, sum="<4>").endswith(
        "</tbody><tfoot><tr><td>&lt;4&gt;</td></tr></tfoot></table></div>"
    )
    assert drawn(table).endswith("</tbody></table></div>")
