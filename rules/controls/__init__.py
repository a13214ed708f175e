"""The controls as data: TOML revisions, what they resolve to, and which one is in force on a day."""
