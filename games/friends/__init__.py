"""Friends: members who both said so; and whom a member sees on the site."""
