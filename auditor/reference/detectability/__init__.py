"""Measurement of which kind of record lets which check run."""
