"""Reminders of people outside of the pages: a calendar with a secret address, and a daily summary by mail."""
