"""From what checks report to findings and coverage: one runner for the checks of hands, logs and gaming days."""

from rules.findings.runner import Runner

__all__ = ["Runner"]
