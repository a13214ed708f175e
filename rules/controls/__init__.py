"""The controls as data: TOML revisions, how they resolve, and which one is in force on a day."""
