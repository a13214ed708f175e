"""Small logs of open-face hands, made by hand."""

from copy import deepcopy

SESSION = {
    "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": "s1", "table": "T1", "currency": "USD",
    "opened_at": "2026-03-14T16:00:00-07:00", "unit": 100, "ruleset": "ofc-cash",
}  # fmt: skip
ANN = {"front": "2c3d5h", "middle": "TcTd4s6c8d", "back": "AhKh9h7h3h"}  # a flush: a royalty of 4
BEN = {
    "front": "9c7s4d",
    "middle": "KsJd8s6d5c",
    "back": "QcQd2s3s4c",
}  # no royalty; loses the middle and the back


def seat(number, player, rows, net=None, **more):
    """A seat with its rows."""
    return {"seat": number, "player": player, **rows, **({} if net is None else {"net": net}), **more}


def placed(seats):
    """All cards of each seat, set in one act."""
    return [
        {"seat": each["seat"], "dealt": each["front"] + each["middle"] + each["back"],
         **{row: each[row] for row in ("front", "middle", "back")}}
        for each in seats if "front" in each
    ]  # fmt: skip


def hand(number, *seats, placements=True, **more):
    """An open-face hand, a minute after the one before."""
    found = {"event": "ofc_hand", "hand": number, "variant": "ofc", "seats": list(deepcopy(seats))}
    found["at"] = f"2026-03-14T{16 + number // 60:02}:{number % 60:02}:07-07:00"
    if placements:
        found["placements"] = placed(found["seats"])
    return found | more


def ann_and_ben(number, **more):
    """Ann wins 5 units: two rows of three, and the royalty of her flush."""
    return hand(number, seat(1, "ann", ANN, 500), seat(2, "ben", BEN, -500), **more)
