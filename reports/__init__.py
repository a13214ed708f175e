"""Documents: PDFs and CSV made from audits. Like `rules`, this package does no I/O except to the given stream."""
