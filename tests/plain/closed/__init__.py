"""A plain scorer of every closed game, written from the rules' text and the table of systems by itself.

Slow and obvious on purpose, as tests.plain.scorer is: no arrays, no look-up tables of hands, nothing of rules/. Where the
texts are silent it takes the default readings.
"""
