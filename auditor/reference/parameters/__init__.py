"""Verdicts on each parameter: which of its values an audit tells apart, by which fact of which sample."""
