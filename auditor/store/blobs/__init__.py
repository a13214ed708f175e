"""Bytes kept outside of the database, by their SHA-256: in a folder, or in S3."""
