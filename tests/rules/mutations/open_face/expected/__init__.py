"""What a log contradicts: every violation and discrepancy, by code, line and seat, computed plainly.

By the documentation of the checks and the specification, over dicts as a log decodes to; what is due comes from the plain
scorer. `log.expected_breaches` is the whole of it.
"""
