"""The whole site: settings, addresses, servers and the commands about all of it."""

# Of the release, as in CHANGELOG.md.
VERSION = "1.0.0"
