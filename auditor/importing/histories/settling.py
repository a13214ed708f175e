"""End of a text hand: dealt-in seats, fees, pots, nets."""

from __future__ import annotations

import re
from decimal import Decimal

from auditor.importing.histories.history_hand import HandNotPlayed, WrongHand
from auditor.importing.histories.transcript import Transcript


def finish(transcript: Transcript) -> None:
    """Set who was dealt in, fees, recorded pots, and nets."""
    hand = transcript.hand
    if hand.event.get("void") and len(hand.seats) < 2:
        raise HandNotPlayed(
            "a cancelled hand of one seat", "a hand of two seats or more", "Nothing was played."
        )
    if transcript.total and not hand.won and not hand.event.get("void"):
        _nobody_collects(transcript, transcript.total)
    if antes := [act["amount"] for act in hand.acts if act.get("kind") == "ante"]:
        hand.event["stakes"].setdefault("ante", max(antes))
    played = {act.get("seat") for act in hand.acts if act["act"] != "board"}
    for name in transcript.sat_out:
        seat = hand.by_name.get(name)
        if seat is not None and seat not in played:
            hand.seats[seat]["status"] = "missed"
    if transcript.fees is not None:
        hand.event["fees"] = transcript.fees
    if not hand.event.get("void"):
        house = hand.event.get("house_money", 0)
        hand.nets(None if transcript.total is None else transcript.total - house)
        _settle(transcript)


def _nobody_collects(transcript: Transcript, total: int) -> None:
    left = total - sum(fee["amount"] for fee in transcript.fees or ())
    if left:
        raise WrongHand(
            f"a pot of which nobody collects {Decimal(left).scaleb(-transcript.places):,f}",
            "a line for each part of the pot, such as `Ann collected 12.50 from pot`",
            "Import the whole text.",
        )


def _settle(transcript: Transcript) -> None:
    """Pots before fees: of one, the total; of several, unrecorded unless nothing was taken, with the text's under `_pots`."""
    hand, taken = transcript.hand, sum(fee["amount"] for fee in transcript.fees or ())
    rows = []
    for name, awards in transcript.pots.items():
        number = pot_number(name)
        net = sum(each["amount"] for each in awards)
        rows.append({"pot": number, "amount": transcript.amounts.get(name, net), "awards": awards})
    rows.sort(key=lambda row: row["pot"])
    if (
        len(rows) == 1
        and rows[0]["pot"] == 0
        and len(transcript.amounts) < 2
        and transcript.total is not None
    ):
        hand.event["pots"] = [{**rows[0], "amount": transcript.total}]
    elif rows and not taken and transcript.fees is not None:
        hand.event["pots"] = rows
    elif rows:
        hand.event["_pots"] = rows


def pot_number(name: str) -> int:
    """0 for the main pot, else the side pot's number."""
    if not name.lower().startswith("side"):
        return 0
    number = re.search(r"\d+", name)
    return int(number[0]) if number else 1
