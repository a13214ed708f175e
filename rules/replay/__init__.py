"""What each hand should have paid, whatever was recorded: by arrays, for one hand and for a million."""
