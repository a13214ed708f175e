"""The money of an audit: what moved and what was due, by party, and what the record does not settle."""
