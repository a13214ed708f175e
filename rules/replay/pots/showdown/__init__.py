"""Comparison of hands at the showdown: rankings, strengths, winners, the order of showing."""
