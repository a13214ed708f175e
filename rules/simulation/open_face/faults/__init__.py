"""What can go wrong at an open-face table only."""
