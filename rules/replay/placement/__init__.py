"""Open-face deals street by street: who acts when, what is dealt, where it goes, and what a clock can force."""
