"""Rules from hand to hand of a table."""
