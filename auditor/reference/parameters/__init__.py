"""Verdicts on each parameter of the library: which of its values an audit tells apart, by which fact of which sample."""
