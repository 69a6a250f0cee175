"""Sessions: planned, attended, seated, played online or on paper, and shown as they go on."""
