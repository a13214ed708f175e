"""Lines of stud in the text of a site: its streets, and the cards that each seat is dealt on them."""

from __future__ import annotations

import re

from auditor.importing.histories import text
from auditor.importing.histories.heads import STUD
from auditor.importing.histories.text import Transcript

STREETS = {"3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh"}


def street(transcript: Transcript, found: re.Match[str]) -> None:
    """A street of stud. Group 1: its number, such as `4th`."""
    name = STREETS[found[1]]
    if name != "third":
        transcript.hand.begin(name)


def dealt(transcript: Transcript, found: re.Match[str]) -> None:
    """The cards of a seat that the text shows. Groups: the name, and the cards in brackets, the new ones last.

    In stud the third card lies face up, and the seventh face down; of others than the hero the text has those face up.
    """
    hand, groups = transcript.hand, re.findall(r"\[([^\]]*)\]", found[2])
    seat = hand.number(found[1])
    if not groups:
        return
    new = text.cards(groups[-1])
    if hand.event["game"] not in STUD:
        hand.seats[seat]["hole"] = new
    elif hand.street:
        down = hand.street == "seventh"
        hand.act("card", street=hand.street, seat=seat, **{"down" if down else "up": new})
    else:
        hand.seats[seat]["up"] = new[-2:]
        if len(new) == 6:
            hand.seats[seat]["hole"] = new[:4]
