"""What is due in a tournament, worked out a second time and straight from the documents: plain Python over the lines of a file.

Nothing here is of `rules`. The tables are typed from the documents of the Olympic Poker Club and of the Carnivale. Readings are
the names of the register; what is not named here is the default.
"""

from tests.plain.tournaments.scorer import score

__all__ = ["score"]
