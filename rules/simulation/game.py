"""What a simulated table needs to know of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from rules.controls.ruleset import Ruleset

MOST_SEATS = 4  # one deck deals thirteen cards to four players


@dataclass(frozen=True)
class Game:
    """The parameters of a ruleset that players and dealers act by."""

    fewest: int  # players
    most: int
    unit_cap: int | None  # money, minor units
    naturals: tuple[str, ...]
    surrender: bool

    @classmethod
    def of(cls, ruleset: Ruleset, players: tuple[int, int] | None = None) -> Game:
        """The game of a ruleset. Raises ValueError where it is none, or not one for so many players."""
        if ruleset.family != "chinese":
            raise ValueError(
                f"{ruleset} is not a closed Chinese game ({ruleset.family}): it cannot be simulated"
            )
        least = max(2, int(ruleset.get("table.players.min", 2)))
        most = min(MOST_SEATS, int(ruleset.get("table.players.max", MOST_SEATS)))
        fewest_wanted, most_wanted = players or (least, most)
        if not least <= fewest_wanted <= most_wanted <= most:
            raise ValueError(
                f"{fewest_wanted} to {most_wanted} players: {ruleset} is played by {least} to {most}"
            )
        return cls(
            fewest=fewest_wanted,
            most=most_wanted,
            unit_cap=ruleset.get("stakes.unit_cap.max"),
            naturals=tuple(each["id"] for each in ruleset.get("naturals.list", [])),
            surrender=bool(ruleset.get("surrender.allowed", False)),
        )
