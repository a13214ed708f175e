"""One module for each indicator, found by folder."""
