"""Every recorded field of hands of pot games, changed in turn."""
