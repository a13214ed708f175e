"""The controls: hands, rules, payouts due, and differences.

Pure: no web framework, no database, no clock, no network. It reads its own library of TOML; apart from that it takes values
and returns values.
"""
