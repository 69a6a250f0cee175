"""Secrets for programs: private feed addresses, and tokens for the exports."""
