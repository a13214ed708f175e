"""The controls, pure: no framework, database, clock or network; only its own library of TOML is read."""
