"""Home of each role: what needs somebody. `whole.home_of` makes it."""
