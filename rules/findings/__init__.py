"""Findings and coverage from the results of checks: one runner for hands, logs and gaming days."""

from rules.findings.runner import Runner

__all__ = ["Runner"]
