from django.db import migrations

KINDS = ("p", "g", "f")


def keep_texts(apps, _schema_editor):
    """A draft keeps the texts of its form's fields instead of columns and rows."""
    _rewrite(apps, _to_texts)


def keep_rows(apps, _schema_editor):
    _rewrite(apps, _to_rows)


def _rewrite(apps, anew):
    games = apps.get_model("leagues", "Game").objects.exclude(draft=None).only("draft")
    for game in games.order_by("pk").iterator(200):
        game.draft = anew(game.draft)
        game.save(update_fields=["draft"])


def _to_texts(draft):
    sheet = draft.pop("sheet")
    texts = {
        f"{kind}{n}": text
        for n, column in enumerate(sheet["columns"])
        for kind, text in zip(KINDS, column)
    }
    rows = {"t": sheet["totals"]} | {f"r{n}c": row for n, row in enumerate(sheet["rounds"])}
    texts |= {f"{name}{n}": text for name, row in rows.items() for n, text in enumerate(row)}
    texts["count"] = sheet["round_count"]
    texts["mode"] = "totals" if sheet["totals_only"] else "rounds"
    texts["cut_short"] = "1" if sheet.get("cut_short") else ""
    return draft | {"texts": texts}


def _to_rows(draft):
    texts = draft.pop("texts")
    columns = range(_count(texts, "p{}"))
    sheet = {
        "columns": [[texts[f"{kind}{n}"] for kind in KINDS] for n in columns],
        "rounds": [
            [texts[f"r{row}c{n}"] for n in columns] for row in range(_count(texts, "r{}c0"))
        ],
        "totals": [texts[f"t{n}"] for n in columns],
        "round_count": texts["count"],
        "totals_only": texts["mode"] == "totals",
        "cut_short": bool(texts["cut_short"]),
    }
    return draft | {"sheet": sheet}


def _count(texts, name):
    return next(n for n in range(len(texts)) if name.format(n) not in texts)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0015_plain_words_of_standings")]

    operations = [migrations.RunPython(keep_texts, keep_rows)]
