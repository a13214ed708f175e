"""Engines of the indicators: the e-value of a stratum in nano-nats, for each tilt of a fixed list."""
