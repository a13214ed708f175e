"""The service: takes logs in, keeps the evidence, runs audits, answers people and programs. All I/O lives here."""
