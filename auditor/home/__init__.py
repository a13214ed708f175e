"""Home of each role: the sections of what needs somebody, and how much of it waits. `whole.home_of` makes it."""
