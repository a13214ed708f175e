"""End of a hand whose text states only collected money."""

from __future__ import annotations

from auditor.importing.histories.history_hand import Building, WrongHand

_MONEY = ("bet", "raise", "complete", "call")
_LIVE = ("small_blind", "big_blind", "straddle", "new_player", "missed_big", "extra", "bring_in")
_DEAD = ("missed_small", "dead")


def last_round(hand: Building) -> dict[int, int]:
    """Chips in front of each seat after the last betting round."""
    front: dict[int, int] = {}
    fresh = False
    for act in hand.acts:
        if act["act"] == "board":
            fresh = True
        elif act["act"] in _MONEY or (act["act"] == "post" and act["kind"] in _LIVE):
            front, fresh = ({} if fresh else front), False
            seat = act["seat"]
            front[seat] = act["to"] if "to" in act else front.get(seat, 0) + act["amount"]
    return front


def uncalled_bet(front: dict[int, int]) -> tuple[int, int]:
    """Uncalled part of the highest bet, and its seat."""
    most = sorted(((amount, seat) for seat, amount in front.items()), reverse=True)
    if not most:
        return 0, 0
    return most[0][0] - (most[1][0] if len(most) > 1 else 0), most[0][1]


def settle_collected(hand: Building) -> None:
    """Give a hand pot and nets; a blind that all fold to may be collected with the rest. Raises WrongHand."""
    extra, seat = uncalled_bet(last_round(hand))
    if not hand.won:
        raise WrongHand(
            "a pot that nobody collects",
            "a line with what each part of the pot went to",
            "Import the whole text.",
        )
    put, won = sum(hand.put.values()), sum(hand.won.values())
    walk = not any(act["act"] in _MONEY for act in hand.acts)
    if walk and extra and set(hand.won) == {seat} and won > put - extra:
        hand.award(seat, -extra)
        won -= extra
    total = put - extra
    if won > total:
        raise WrongHand(
            f"{won} collected, in minor units",
            f"at most the {total} that was put in and called",
            "Export it again.",
        )
    hand.put[seat] = hand.put.get(seat, 0) - extra
    hand.nets(total)
    if is_one_pot(hand):
        awards = [{"seat": each, "amount": amount} for each, amount in hand.won.items() if amount]
        hand.event["pots"] = [{"pot": 0, "amount": total, "awards": awards}]


def is_one_pot(hand: Building) -> bool:
    """Whether all unfolded seats put in the same, dead chips and returns aside."""
    left = dict(hand.put)
    for act in hand.acts:
        if act["act"] == "fold":
            left.pop(act["seat"], None)
        elif act["act"] == "post" and act["kind"] in _DEAD and act["seat"] in left:
            left[act["seat"]] -= act["amount"]
    return len(set(left.values())) == 1
