"""Faults of simulated tournaments, and the findings that an audit must report."""
