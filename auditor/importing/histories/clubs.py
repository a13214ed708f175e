"""Importers of club programs' histories in PokerStars' text: PPPoker, PokerBros, PokerMaster, ClubGG.

Times without a zone are UTC. Players are numbers; the table's name has the club's. Amounts are chips, in the stated currency or
the options'. PokerMaster calls five-card Omaha Omaha; the cards decide.
"""

from __future__ import annotations

import re

from auditor.importing.frame import Importer
from auditor.importing.histories import history_lines, history_text
from auditor.importing.histories.heads import instant
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.pokerstars import EXAMPLE, LINES, begin, finish, head_of
from auditor.importing.histories.transcript import Transcript, line

PROGRAMS = {"pppoker": "PPPoker", "pokerbros": "PokerBros", "pokermaster": "PokerMaster", "clubgg": "ClubGG"}
_LARGER = {
    10: {"omaha": "omaha5", "omaha_hilo": "omaha5_hilo"},
    12: {"omaha": "omaha6"},
}  # games by the letters of a hand of so many cards
_DATA = line(r"# \{.*\}", history_lines.nothing)  # of the table, for other programs


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    begin(transcript, head)
    if not head["at"][-1].isalpha():
        transcript.hand.at = instant(f"{head['at']} UTC", None, transcript)


def _finish(transcript: Transcript) -> None:
    hand = transcript.hand
    held = [row.get("hole", "") for row in hand.seats.values()]
    held += [act["cards"] for act in hand.acts if act["act"] in ("show", "muck") and "cards" in act]
    games = _LARGER.get(max(map(len, held), default=0), {})
    hand.event["game"] = games.get(hand.event["game"], hand.event["game"])
    finish(transcript)


def _importer(name: str, title: str) -> Importer:
    return history_text.importer(
        Site(
            name,
            title,
            re.compile(rf"{title} (?:Hand|Game) #(?P<id>\d{{1,20}}):"),
            head_of(f"{title} "),
            EXAMPLE.replace("PokerStars", title).replace(" ET", " UTC"),
            _begin,
            (*LINES, _DATA),
            finish=_finish,
        )
    )


CLUBS = tuple(_importer(name, title) for name, title in PROGRAMS.items())
