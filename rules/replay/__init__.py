"""Replay: the payouts due in each hand, computed on arrays of hands, whatever was recorded."""
