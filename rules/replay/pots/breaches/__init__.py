"""Rules of a hand, one module each: the acts and hands that break it, with what was due."""
