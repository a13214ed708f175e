"""What each hand should have paid, whatever was recorded, computed on arrays of hands."""
