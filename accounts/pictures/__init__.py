"""Pictures that people send: checked, drawn anew, and kept as files of the site."""
