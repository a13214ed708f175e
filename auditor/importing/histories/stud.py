"""Stud in the text of a site: its streets, and the cards that each seat is dealt on them."""

from __future__ import annotations

import re

from auditor.importing.histories.heads import STUD
from auditor.importing.histories.history_hand import Building, Row
from auditor.importing.histories.transcript import Transcript

STREETS = {"3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh"}


def street(transcript: Transcript, found: re.Match[str]) -> None:
    """A street of stud. Group 1: its number, such as `4th`."""
    name = STREETS[found[1]]
    if name == "seventh":
        seventh(transcript.hand)
    elif name != "third":
        transcript.hand.begin(name)


def seventh(hand: Building) -> None:
    """The last cards, one for each seat, face down: only the hero's is shown, on a line of its own."""
    hand.begin("seventh")
    for seat in hand.live():
        hand.act("card", street="seventh", seat=seat, down="??")


def deal(hand: Building, seat: int, new: str) -> None:
    """Cards of a seat that the text shows: the first ones, in stud with the third face up, or those of a later street of stud."""
    row = hand.seats[seat]
    if hand.event["game"] not in STUD:
        row["hole"] = new
    elif hand.street == "seventh":
        _seventh(hand, seat)["down"] = new
    elif hand.street:
        hand.act("card", street=hand.street, seat=seat, up=new)
    else:
        row["up"] = new[-2:]
        if len(new) == 6:
            row["hole"] = new[:4]


def _seventh(hand: Building, seat: int) -> Row:
    """The card of a seat on seventh street."""
    for act in reversed(hand.acts):
        if act["act"] == "card" and (act["street"], act["seat"]) == ("seventh", seat):
            return act
    return hand.act("card", street="seventh", seat=seat)
