"""Faults that are put into honest logs, each with the findings that an audit must report."""
