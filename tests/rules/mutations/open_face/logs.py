"""The logs that are altered: of every system, with what belongs to it."""

from __future__ import annotations

from functools import cache

from tests.rules.build import Event
from tests.rules.mutations.open_face.deal import Clock, Deal, Log, at
from tests.rules.mutations.open_face.made import made

# Rows of one deck each, "front middle back".
LOW = ("6c3c2d AhKcQhTs9c 5c5d4d4h3d", "Jc9d7c Jh9s7d4c3h 6d8dTdJdAd", "Ac8s3s 5h6h8h9hTh 2s2c2hQcQd")
HIGH = ("8hTh7s AsAd6s6cQs 6h7h8d9sTc", "2s5s9c AcAh8s8cTd JdJsJc9h9d", "KcKd5c KhKs4c3c2h 4s4h4d3h3d")
PAIRS = ("7s3h5s 8s8hAcJsTs 2d2h2sKhKs", "3d4c2c AdKcQsJc8c 9c9d9h6s6d", "3s5c4d 6h6cTc8d7h AhAsJdJhTd")
RICH = ("5c3d2c QcQsTsTdJd 3h4h7hJhAh", "6s6dAc 7c7s2h2d6h As2s3s4s5s", "4d7d8d 9d9sAdQdJc KsKcKhThTc")
TWO = ("9d4d5d QcQdJdJcTd 4c6c7cTcAc", "9s4sAs QhQsJs8sTs 4h6h7hThAh")
KINGS = (
    "KdKs9c KhKc2d2s6h Ah2h3c4d5d",
    "3h5c6d 8d8sTs9d7d 4h5h8hThQh",
    "9s9h7c Ad2c3d4c5s 8cTcJcQcAc",
)  # to fantasyland
QUADS = (
    "9c9s6s TcTdTs9d9h 4d4h4c4sJc",
    "2dKcJd QsQc8d8cAh 7d7h7s7cKh",
    "2s2hKs 5s5dAsAc3d ThJsQhKdAd",
)  # stays there
TRIPS = ("7d7h7c 3d8dTdQdAd 6s6d6c6hKd", "5d3c7s 8s8h2s2c9s 4cTcJcQcAc", "4d2h5s 9d9cAsKhTh QhQsJhJsTs")
ACES = (
    "9s8d6h 2d2hKsQcTh 7d7c7h4d4h",
    "AdAc4c TsTdJsJd9d 5d5s5c3h3s",
    "QhQsQd JhJc5h8c2c 3d4s6d6s8h",
)  # the last fouled


@cache
def all_logs() -> list[Log]:
    return [
        carnivale_begins(),
        carnivale_goes_on(),
        event_of_penalties(),
        event_of_debts(),
        cash(),
        pineapple(),
        olympic(),
    ]


def seated(numbers: tuple[int, ...], rows: tuple[str | None, ...]) -> dict[int, str | None]:
    return dict(zip(numbers, rows, strict=True))


def ruled(kind: str, seat: int, ruling: str, **more: object) -> Event:
    return {"irregularities": [{"kind": kind, "seat": seat, "ruling": ruling, "by": "F1", **more}]}


def carnivale_begins() -> Log:
    """A clock that was acted on in time, one too late and by the rule, one that ran out; a hand fouled by its cards."""
    three, clocks = (2, 5, 8), [Clock(5, 6, 2, 30, 20), Clock(2, 7, 8, 31, 40), Clock(8, 8, 5, 30)]
    expired = ruled("clock_expired", 8, "play_on", when="setting")
    deals = [
        Deal(8, seated(three, LOW), placed=True, clocks=clocks, fields=expired),
        Deal(2, seated(three, HIGH), clocks=[]),
        Deal(5, seated((2, 8), PAIRS[:2]), placed=True, timed=False, clocks=[]),
    ]
    return made("carnivale-begins", "carnivale-ofc-2013", deals, dict.fromkeys(three, 15_000))


def carnivale_goes_on() -> Log:
    """Chips that limit what is paid, a level that ends and a chip that leaves play, a player who is out."""
    three = (2, 5, 8)
    deals = [
        Deal(8, seated(three, RICH)),
        Deal(2, seated(three, KINGS)),
        Deal(5, seated(three, LOW)),
        Deal(8, seated((5, 8), TWO[::-1]), placed=True, clocks=[Clock(5, 9, 8, 35)]),
    ]
    return made("carnivale-goes-on", "carnivale-ofc-2013", deals, {2: 9_025, 5: 30_075, 8: 5_900}, first=44)


def event_of_penalties() -> Log:
    """A player who missed a hand, a card shown, a clock that ran out, a player who left at the deal; one who left later."""
    four, three = (1, 3, 4, 7), (1, 3, 4)
    shown = ruled("exposed_card", 4, "penalty", units=1, cards=1, when="setting")
    late = ruled("clock_expired", 3, "hand_fouled", when="setting")
    left = ruled("left_table", 4, "hand_fouled", when="deal")
    deals = [
        Deal(4, seated(four, (*HIGH, None)), fields=ruled("missed_hand", 7, "penalty", units=3), clocks=[]),
        Deal(7, seated(three, PAIRS), placed=True, clocks=[], fields=shown),
        Deal(1, seated(three, RICH), placed=True, clocks=[Clock(3, 6, 1, 10), Clock(1, 3, 4, 0, 29)], stops={3: 5}, fields=late),
        Deal(3, seated(three, (*LOW[:2], "  ")), fields=left),
    ]  # fmt: skip
    log = made("event-of-penalties", "ofc-event", deals, dict.fromkeys(four, 20_000))
    away = {"event": "irregularity", "at": at(300, 1), "kind": "left_table", "seat": 3, "by": "F1"}
    log.lines.insert(2, away)
    return log


def event_of_debts() -> Log:
    """Debts that players cannot pay in full, in their turn; a newcomer; a card shown and let off."""
    deals = [
        Deal(7, seated((1, 3, 4), KINGS)),
        Deal(1, seated((1, 4, 9), ACES), fields=ruled("exposed_card", 9, "warning")),
        Deal(4, seated((1, 4, 9), LOW), clocks=[]),
        Deal(1, seated((4, 9), TWO), placed=True, timed=False),
    ]
    return made("event-of-debts", "ofc-event", deals, {1: 3_000, 3: 1_800, 4: 9_000, 9: 9_000}, first=21)


def cash() -> Log:
    """Fantasyland entered, kept and left; a hand fouled by its cards; a deal that was void."""
    three, misdeal = (3, 6, 9), ruled("misdeal", 6, "misdeal", when="play")
    land = {3: {"fantasyland": 13}}
    deals = [
        Deal(9, seated(three, KINGS), placed=True),
        Deal(3, seated(three, QUADS), placed=True, of_seats=land),
        Deal(6, seated(three, HIGH), of_seats=land),
        Deal(9, seated(three, ACES)),
        Deal(3, seated(three, PAIRS), fields={"void": True, **misdeal}, of_seats={6: {"fantasyland": 13}}),
    ]
    return made("cash", "ofc-cash", deals, {})


def pineapple() -> Log:
    """Discards, fantasyland of fourteen cards; three players and two."""
    land = {2: {"fantasyland": 14}}
    deals = [
        Deal(4, seated((2, 4, 8), KINGS), placed=True),
        Deal(8, seated((2, 4, 8), TRIPS), placed=True, of_seats=land),
        Deal(2, seated((2, 4), PAIRS[:2]), placed=True, of_seats=land),
        Deal(4, seated((2, 4), RICH[:2]), of_seats={4: {"stack": 5_000}}),
    ]
    return made("pineapple", "ofc-pineapple", deals, {})


def olympic() -> Log:
    """One card exposed in dealing, a hand that was not protected, a wrong number of cards that made a misdeal."""
    land, three = {2: {"fantasyland": 14}}, (2, 4, 8)
    one_card = ruled("exposed_card", 4, "play_on", when="deal", cards=1)
    misdeal = ruled("wrong_card_count", 4, "misdeal", when="deal", cards=6)
    deals = [
        Deal(4, seated(three, KINGS), placed=True, fields=one_card),
        Deal(
            8,
            seated(three, TRIPS),
            placed=True,
            of_seats=land,
            fields=ruled("unprotected_hand", 8, "warning"),
        ),
        Deal(2, seated((2, 4), PAIRS[:2]), of_seats=land),
        Deal(4, seated((2, 4), RICH[:2]), fields={"void": True, **misdeal}),
    ]
    log = made("olympic", "olympic-deals", deals, {})
    for seat in log.lines[-1]["seats"]:
        del seat["discards"]  # it never came to that
    return log
