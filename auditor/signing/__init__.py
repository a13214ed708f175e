"""Signatures of reports (PAdES)."""
