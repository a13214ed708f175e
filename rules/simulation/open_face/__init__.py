"""Open-face tables: cards set street by street before everybody's eyes, for cash or in an event with levels."""
