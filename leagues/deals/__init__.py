"""The secrets of a session's live tables, fixed when it is planned, before anybody sits down."""
