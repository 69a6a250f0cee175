"""The live connection: rooms of sockets, and new versions that go out to them."""
