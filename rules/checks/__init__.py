"""The checks: each compares the record with the replay. One check, one file, named by code and meaning."""
