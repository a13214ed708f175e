"""Audits in the background: who owns a claim, and the thread that works the queue off."""

from auditor.jobs.audit_worker import Worker

__all__ = ["Worker"]
