"""Notices on the devices of members, by Web Push (RFC 8030, 8291 and 8292)."""
