"""Rules of a hand, one module each: acts and hands that break it, with what was due."""
