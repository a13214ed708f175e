"""The money of an audit: moved and due amounts, by party, and unknown ones."""
