"""Documents made from audits: PDFs and CSV, written to a stream without other I/O."""
