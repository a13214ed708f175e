"""Facts that checks need and hand histories of other programs may lack (`history` of the session line)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import UNSET

from rules.records.events import History, Session

Need = Literal["table_numbers", "every_hand", "order_of_shows", "floor"]
_IN_PART = "hands of the hand history could not be read and are in no log"
_WHY: Mapping[Need, str] = {
    "table_numbers": "the numbers are those of a site and do not count the hands of this table",
    "every_hand": "the hand history has the hands of one player, and not every hand of the table",
    "order_of_shows": "the hand history does not show in which order hands were shown",
    "floor": "a hand history does not record what the floor ruled",
}


def not_shown(needs: Iterable[Need], session: Session) -> str | None:
    """Reason why a log does not show what a check needs; None: it does."""
    history = session.history
    if history is UNSET:
        return None
    if "every_hand" in needs and history.left_out:
        return _IN_PART
    return next((_WHY[need] for need in needs if not _shows(history, need)), None)


def _shows(history: History, need: Need) -> bool:
    shown: Mapping[Need, bool] = {
        "table_numbers": history.numbering == "table",
        "every_hand": history.seen_by == "table",
        "order_of_shows": history.cards_from == "deal",
        "floor": False,
    }
    return shown[need]
