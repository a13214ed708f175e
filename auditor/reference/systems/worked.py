"""A hand that a page works through: a case with a known answer, replayed."""

from __future__ import annotations

import json
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

from auditor.reference.hands import known
from rules.audit import BytesSource, explain_hand
from rules.audit.pot_pass import PotPass
from rules.checks.support.check import money_of
from rules.clauses import Ambiguity
from rules.controls.ruleset import Ruleset
from rules.hands import Hands
from rules.records.reader import LogReader
from rules.replay import topics
from rules.replay.explain import explained
from rules.replay.pots import open_point_masks as pot_topics
from rules.replay.pots.block_replay import ReplayedPots as Pots
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import compiled
from rules.shown_hands import Exhibit

FILES = ("chinese.ndjson", "ofc.ndjson", "open-face-hands.ndjson", "pots.ndjson")
_HANDS = ("chinese_hand", "ofc_hand", "pot_hand")
LETTERS = "ABCDEFGHJK"


@cache
def _read(lines: str) -> Hands:
    """Hands of a short log, cached: a page replays them under several rulesets."""
    (hands,) = LogReader().blocks([lines.encode()])
    return hands


def _of_pots(lines: str, ruleset: Ruleset) -> Pots:
    reader = LogReader()
    (hands,) = reader.blocks([lines.encode()])
    return PotPass(reader).view(hands, ruleset).replayed


class Worked(Struct, frozen=True, dict=True):
    """A case under a ruleset. own: whether it is a case of this very ruleset."""

    case: dict[str, Any]
    ruleset: Ruleset
    own: bool = True

    @cached_property
    def replayed(self) -> ReplayedRows:
        return replay(_read(self._lines), compiled(self.ruleset))

    @property
    def _lines(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.case["log"])

    @cached_property
    def exhibit(self) -> Exhibit:
        """The hand beside its replay under the library's revision of the ruleset."""
        (shown,) = explain_hand(
            BytesSource(self._lines.encode()), self.hand["hand"], ruleset=str(self.ruleset)
        )
        return shown

    @cached_property
    def reported(self) -> dict[str, Any]:
        """The replay, as `auditor replay` writes it."""
        return self._of_pots.presented(0, str(self.ruleset)) if self.pots else explained(self.replayed, 0)

    def touched(self, each: Ambiguity) -> bool:
        """Whether another reading of a point may change what a page shows; of open-face play always."""
        if self.open_face or each.touches is None:
            return self.open_face
        if self.pots:
            return bool(pot_topics.touched(self._of_pots, each.touches)[0])
        return bool(topics.touched(self.replayed, each.touches)[0])

    @cached_property
    def _of_pots(self) -> Pots:
        return _of_pots(self._lines, self.ruleset)

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as the log has it."""
        return next(line for line in self.case["log"] if line["event"] in _HANDS)

    @property
    def currency(self) -> str:
        """The currency of the session, or a tournament's chips."""
        return money_of(str(self.case["log"][0]["currency"]), [self.ruleset])

    @property
    def open_face(self) -> bool:
        return self.hand["event"] == "ofc_hand"

    @property
    def pots(self) -> bool:
        """Whether it is a hand of a pot game."""
        return self.hand["event"] == "pot_hand"

    @property
    def unit(self) -> int:
        return int(self.hand["unit"])

    @property
    def seats(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Each seat as recorded and as replayed."""
        recorded = {each["seat"]: each for each in self.hand["seats"]}
        return [(recorded[reported["seat"]], reported) for reported in self.reported["seats"]]

    def name(self, seat: int) -> str:
        """The name of a player: A, B, C in the order of seats; in pot games `seat 3`."""
        if self.pots:
            return f"seat {seat}"
        return LETTERS[[reported["seat"] for reported in self.reported["seats"]].index(seat)]

    def of_column(self, column: int) -> str:
        """The name of a player by the column of the seat in the replay."""
        return self.name(int(self.replayed.hands.seat[0, column]))

    def column(self, seat: int) -> int:
        """The column of a seat in the replay."""
        return self.replayed.hands.seat[0].tolist().index(seat)

    def seat_of(self, column: int) -> int:
        """The number of a seat by its column in the replay."""
        return int(self.replayed.hands.seat[0, column])

    def under(self, ruleset: Ruleset) -> Worked:
        """The same hand under another ruleset."""
        return Worked(self.case, ruleset, own=False)


@cache
def cases() -> tuple[dict[str, Any], ...]:
    """Every hand with a known answer."""
    return tuple(case for name in FILES for case in known(name))
