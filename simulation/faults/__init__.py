"""Faults that are injected into an honest log, each with the findings that an audit must report."""
