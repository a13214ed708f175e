"""Payouts due in each hand, computed on arrays of hands."""
