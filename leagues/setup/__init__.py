"""Leagues and their seasons: created, changed, opened, closed; rules, roles and adjustments."""
