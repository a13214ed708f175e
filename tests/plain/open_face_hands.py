"""Open-face hands for the tests of the plain auditor, as a log has them."""

from tests.plain.open_face.cards import ROWS

WINNER = "QsQh4d 9c8d7h6s5c 2h5h9hJhKh"  # royalties 7, 4, 4
LOSER = "AdTc3s KcKs8c4h2d AcAs6d6cTd"
FOUL = "AhAd5d KhKd9c6s2c 3h4h8hThQh"  # royalties 9, 0, 4 if it were none


def hand_of(*rows, **fields):
    """Seats 1, 2, ... as "front middle back"; None missed the hand. The button is at the last."""
    seats = []
    for number, each in enumerate(rows, 1):
        laid = dict(zip(ROWS, each.split(), strict=True)) if each else {"status": "missed"}
        seats.append({"seat": number, "player": f"P{number}", **laid})
    return {"variant": "ofc", "unit": 100, "dealer": len(rows), "seats": seats, **fields}
