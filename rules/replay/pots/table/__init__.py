"""Rules from hand to hand of a table: the button, stacks, seats and terms."""
