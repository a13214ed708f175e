"""Hearing bundles: one archive with a report, what it rests on, and what proves it."""
