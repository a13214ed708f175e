"""Money of an audit: moved, due, by party, unknown."""
