"""The controls as data: TOML revisions, and which is in force on a day."""
