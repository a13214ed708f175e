"""Originals of other formats into session logs: pure functions from bytes to bytes, without store and network."""
