"""Audits in the background."""

from auditor.jobs.audit_worker import Worker

__all__ = ["Worker"]
