"""Effects of an open point: the hands that it touches, or what else it moves."""

from __future__ import annotations

from rules.clauses import Ambiguity

_TOPICS = {
    "sweep": "somebody is scooped",
    "rows_2-0-1": "a player wins two rows and the third is level",
    "equal_rows": "two rows of a hand are level",
    "front_begins_middle": "a middle begins with the ranks of its front",
    "wheel": "somebody holds A-2-3-4-5",
    "royal": "somebody holds a royal flush",
    "royalty_of_lost_row": "a row with royalties is not won from everybody",
    "foul_meets_foul": "two hands are fouled",
    "foul_meets_royalty": "a hand is fouled and a legal one holds royalties",
    "foul_with_royalty": "the rows of a fouled hand would earn royalties",
    "chips_bind": "the chips of a player do not suffice",
    "short_debt": "the chips of a player do not suffice",
    "penalty": "a card was shown out of turn",
    "penalty_or_missed": "a card was shown out of turn, or a hand was missed",
    "missed_meets_foul": "a hand was missed and another is fouled",
    "missed_meets_missed": "two players missed the hand",
    "joker": "a joker was dealt",
    "fantasyland": "a front may lead to fantasyland, or a player is there",
}
_POINTS = {
    "AMB-CARN-front-straight-flush": "It would move fronts of three cards in a row or of one suit; it is not replayed.",
    "AMB-CARN-button-move": "It moves no chips.",
    "AMB-CARN-clock-start": "It moves no chips, only when a clock counts as called too early.",
    "AMB-OFC1-clock-precall": "It moves no chips, only when a clock counts as called too early.",
    "AMB-OLY-clock-25-5": "It moves no chips, only when a player counts as having acted too late.",
    "AMB-CARN-forced-foul": "It moves the row of a card that a clock forces.",
    "AMB-CARN-forced-all-foul": "It moves the row of a card that a clock forces into a hand past rescue.",
    "AMB-CARN-forced-five": "It moves the first five cards of a player whose time is over.",
    "AMB-OFC1-stepaway": "It moves which departures foul a hand.",
    "AMB-CARN-level-counter": (
        "It moves which level a hand is due where tables differ in speed. A log of one table does not show it."
    ),
    "AMB-CARN-after-25": "It moves nothing before the last level is over.",
    "AMB-CARN-colorup": (
        "It moves odd chips at the change of a level; a difference of less than one larger chip for each player is allowed."
    ),
    "AMB-CARN-bust-tie": "It moves places, and no chips.",
    "AMB-CARN-hand-number": "It moves nothing.",
    "AMB-OLY-timerake-vs-pot": "It moves no chips, only whether two kinds of fees at once are a note.",
    "AMB-OLY-timerake-round": "It moves who pays the last cents.",
    "AMB-OLY-timerake-join": "It moves who pays for the period in which he sits down.",
    "AMB-OLY-misdeal-acted": "It moves nothing in games of units.",
    "AMB-OLY-wrong-count": "It moves what must follow; a ruling that only the other reading allows is left to a person.",
    "AMB-OLY-absent-dealt": "It moves what must follow a player who is not there.",
    "AMB-OLY-time-penalty": "It moves nothing that a log shows.",
}


def matters(point: Ambiguity) -> str:
    """A sentence; empty for a point of closed hands."""
    if point.id in _POINTS:
        return _POINTS[point.id]
    if point.touches not in _TOPICS:
        return ""
    text = f"It matters where {_TOPICS[point.touches]}"
    return (
        f"{text}; an audit names such hands, but not the money that another reading would move."
        if point.unpriced
        else f"{text}."
    )
