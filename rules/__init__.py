"""The controls: what a hand is, what the rules say, what it should have paid, and what differs.

Pure: no web framework, no database, no clock, no network. It reads its own library of TOML; apart from that it takes
values and returns values.
"""
