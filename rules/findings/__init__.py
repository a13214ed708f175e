"""Findings and coverage from the results of checks."""

from rules.findings.runner import Runner

__all__ = ["Runner"]
