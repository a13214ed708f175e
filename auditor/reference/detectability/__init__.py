"""Which kind of record lets which check run, measured by audits of simulated logs from which records are removed."""
