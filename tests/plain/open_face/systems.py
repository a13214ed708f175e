"""What the open-face systems pay, typed out, and how the other readings of the texts differ.

The royalties are the same 34 in both documents (CARN-royalty-*, OFC1-royalty-*).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.plain.open_face.procedures import OLYMPIC, Rule

Table = dict[tuple[str, ...], int]  # units by row, hand and, in front, rank

ROYALTIES: Table = {
    **{("front", "pair", rank): units for units, rank in enumerate("6789TJQKA", 1)},
    **{("front", "trips", rank): units for units, rank in enumerate("23456789TJQKA", 10)},
    ("middle", "straight"): 4,
    ("middle", "flush"): 8,
    ("middle", "full_house"): 12,
    ("middle", "quads"): 20,
    ("middle", "straight_flush"): 30,
    ("middle", "royal_flush"): 50,
    ("back", "straight"): 2,
    ("back", "flush"): 4,
    ("back", "full_house"): 6,
    ("back", "quads"): 10,
    ("back", "straight_flush"): 15,
    ("back", "royal_flush"): 25,
}
STRONGEST = ("quads", "straight_flush", "royal_flush", "five_of_a_kind")


def from_quads(royalties: Table) -> Table:
    """A house table that pays from four of a kind upwards, and so nothing in front."""
    return {key: units for key, units in royalties.items() if key[1] in STRONGEST}


# No document has one: a house's own where jokers are wild.
WITH_JOKERS: Table = {**ROYALTIES, ("middle", "five_of_a_kind"): 100, ("back", "five_of_a_kind"): 50}


@dataclass(frozen=True)
class Rules:
    """One system. Below the line of readings the first value named is the default."""

    variant: str = "ofc"  # or pineapple
    payment: str = "due"  # due: no limit; matched: Carnivale's; in_full: in full or out, the event's
    foul_units: int | None = None  # None: three rows and the scoop
    missed_units: int = 0  # to each active opponent
    exposed_units: int = 0
    fantasyland: int | None = None  # how many cards are dealt at once
    clock: str | None = None  # what comes when the time is up: force, foul
    clock_after: int = 0  # seconds into the turn before the clock may be called
    clock_seconds: int = 30
    procedures: tuple[Rule, ...] = ()  # what must follow when a deal goes wrong

    # ---------------------------------------------------------------- readings
    royalties: Table | None = None  # None: ROYALTIES
    scoop: str = "six_total"  # three_total: 3 in all
    two_and_a_tie: bool = False  # they scoop too
    equal_rows: str = "legal"  # foul
    front_against_middle: str = "missing_lowest"  # first_three: the middle's other two cards do not count
    wheel: str = "lowest"  # second: below A-K-Q-J-T only; none: no straight
    royalty_to: str = "both"  # higher: of two in a row only the better hand's; won: only with the row
    royal_flush: str = "apart"  # both: it earns the straight flush's royalty as well
    foul_pays_royalties: bool = True
    own_royalties: str = "void"  # of a fouled hand; kept: still collected; paid: paid out to each legal hand
    foul_against_foul: str = "nothing"  # rows: compared, with the scoop, without royalties
    missed_receives: str = "nothing"  # fouls: what a fouled opponent pays
    active: str = "dealt_in"  # legal: a fouled hand gets no penalties
    jokers: str = "best_row"  # best_legal: the best that does not foul
    cover: str = "both"  # payer: a winner may win more than it has in front
    sequence: str = "pairs"  # payer_rounds, receiver_rounds
    fraction: str = "exact"  # whole_units
    penalties_paid: str = "with_rest"  # first, last
    zero: str = "stays"  # out_at_once: after a payment in full that leaves nothing

    @property
    def table(self) -> Table:
        return ROYALTIES if self.royalties is None else self.royalties


cash = Rules(fantasyland=13)
SYSTEMS = {
    "carnivale-ofc-2013": Rules(payment="matched", clock="force", clock_after=30),
    "ofc-event": Rules(payment="in_full", foul_units=6, missed_units=3, exposed_units=1, clock="foul"),
    "ofc-cash": cash,
    "ofc-pineapple": replace(cash, variant="pineapple", fantasyland=14),
    "olympic-deals": replace(cash, variant="pineapple", fantasyland=14, procedures=OLYMPIC),
}


def rules_of(system: str | Rules, **readings) -> Rules:
    """A system by name or as Rules, with other readings: ``rules_of("ofc-event", wheel="none", cover="payer")``."""
    return replace(SYSTEMS[system] if isinstance(system, str) else system, **readings)
