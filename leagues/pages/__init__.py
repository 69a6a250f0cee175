"""Who may see what of leagues, and what all their pages share."""
