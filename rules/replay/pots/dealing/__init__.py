"""Cards that seats hold and show, out of the deal and the acts."""
