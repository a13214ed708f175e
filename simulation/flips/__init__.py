"""Flips of single parameters of a ruleset: whether an audit changes where a parameter has another legal value.

A leaf (`leaves.py`) is one parameter at one place. Each other legal value (`values.py`) makes a ruleset that differs in
nothing else (`flipped.py`). Audits of a sample (`samples.py`: a log or an event with its files) are compared fact by fact
(`facts.py`). `gate.py` tries flips over samples until one shows a difference. Nothing is read or written.
"""
