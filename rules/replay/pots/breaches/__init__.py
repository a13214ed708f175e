"""Rules of a hand, one module each: breaches and what was due."""
