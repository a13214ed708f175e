"""Reminders: a calendar with a secret address, and a daily mail."""
