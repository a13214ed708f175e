"""Open-face deals by street: turns, cards dealt and set, clocks."""
