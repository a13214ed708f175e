"""Hearing bundles: a report with its evidence and proofs."""
