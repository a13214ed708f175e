"""Checks of the log itself, and of the controls that it names."""
