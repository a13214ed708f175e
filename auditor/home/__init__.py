"""What needs somebody: for each role the sections of its home, and how much of it waits. `whole.home_of` makes it."""
