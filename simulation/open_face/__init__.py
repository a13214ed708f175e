"""Open-face tables: cards set street by street in view of all players, for cash or in an event with levels."""
