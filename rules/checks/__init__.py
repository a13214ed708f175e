"""Checks: each compares record with replay, one a file, named by code."""
