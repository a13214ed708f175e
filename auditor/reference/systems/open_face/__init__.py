"""Open-face systems: their tables, and their hands street by street."""
