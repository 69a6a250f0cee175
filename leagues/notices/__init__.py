"""Notices: what members are told of their leagues, on the site and by mail."""
