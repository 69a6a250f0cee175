"""The players of a league: found by name, added, withdrawn, merged; points given and taken."""
