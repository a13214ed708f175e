"""Open-face deals street by street: turns, cards dealt and set, and what a clock can force."""
