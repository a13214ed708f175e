"""Open-face tables: cards set street by street, for cash or in an event with levels."""
