"""Stud in text: streets and cards of seats."""

from __future__ import annotations

import re

from auditor.importing.histories.heads import STUD
from auditor.importing.histories.history_hand import Building, Row
from auditor.importing.histories.transcript import Transcript

STREETS = {"3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh"}


def street(transcript: Transcript, found: re.Match[str]) -> None:
    """A street. Group 1: its number, such as `4th`."""
    name = STREETS[found[1]]
    if name == "seventh":
        seventh(transcript.hand)
    elif name != "third":
        transcript.hand.begin(name)


def seventh(hand: Building) -> None:
    """The last, face-down cards; only the hero's is shown, on its own line."""
    hand.begin("seventh")
    for seat in hand.live():
        hand.act("card", street="seventh", seat=seat, down="??")


def deal(hand: Building, seat: int, new: str) -> None:
    """A seat's shown cards: first ones, in stud the third face up, or a later street's."""
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
    for act in reversed(hand.acts):
        if act["act"] == "card" and (act["street"], act["seat"]) == ("seventh", seat):
            return act
    return hand.act("card", street="seventh", seat=seat)
