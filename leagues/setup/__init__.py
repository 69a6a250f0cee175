"""Leagues and their seasons: created, changed, opened, closed; rules and roles."""
