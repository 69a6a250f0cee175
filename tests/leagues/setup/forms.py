"""What a browser sends for the rules of a season."""

from leagues.setup.season_form import SeasonForm


def sent(**changed: object) -> dict[str, object]:
    """The form as it stands when the page opens, with some fields changed."""
    usual = {name: field.initial for name, field in SeasonForm.base_fields.items()}
    return {name: value for name, value in (usual | changed).items() if value is not None}
