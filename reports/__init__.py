"""The audit as a document: an audit in, bytes out. Pure, as `rules` is."""
