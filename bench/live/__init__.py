"""How fast the live path is, beside other servers of the same game; see docs/performance.md."""
