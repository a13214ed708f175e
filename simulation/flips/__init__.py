"""Flips of single parameters: whether an audit changes with another legal value."""
