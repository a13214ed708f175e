"""The service: it takes logs in, keeps the evidence, runs audits, and answers people and programs. All I/O is here."""

from auditor.installation import refuse_overwritten

refuse_overwritten()
