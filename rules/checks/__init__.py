"""The checks: each compares what was recorded with what was replayed. One check, one file, named by code and meaning."""
