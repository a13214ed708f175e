"""Faults of simulated ledgers, and the findings that audits must report."""
