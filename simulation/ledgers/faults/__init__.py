"""Faults of simulated ledgers, and the findings that audits of the ledgers must report."""
