"""Faults of simulated tournaments, and the findings that an audit of the event must report."""
