"""The checks across the sessions of a room; listed in `rules.checks.catalogue.ACROSS_SESSIONS`."""
