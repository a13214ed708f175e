"""The service: all I/O of the product."""

from auditor.installation import refuse_overwritten

refuse_overwritten()
