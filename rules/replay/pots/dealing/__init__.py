"""Cards that seats hold and show."""
