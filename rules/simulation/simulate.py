"""A session log of a table that never was: seeded, plausible, rightly paid, with known faults or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

import msgspec
import numpy as np

from rules.controls.ruleset import Ruleset
from rules.records.events import FORMAT, ChineseHand, Close, Session, Staff
from rules.simulation.clock import Clock, Moments
from rules.simulation.dealing import Scribe, deal
from rules.simulation.faults.key import Injected
from rules.simulation.faults.tampering import Tampering, names, not_in, unknown
from rules.simulation.game import Game
from rules.simulation.house import House
from rules.simulation.ledger import Ledger
from rules.simulation.results import most_lost, write_results
from rules.simulation.settle import Settler
from rules.simulation.stakes import Cashier
from rules.simulation.table import Table

HANDS_A_BLOCK = 2048
RECORDED = 900  # seconds from the close until the file is made

Evidence = Literal["rows", "full"]


@dataclass(frozen=True)
class Request:
    """What to simulate. ``faults`` is the share of hands that something is wrong with."""

    ruleset: Ruleset
    hands: int
    seed: int
    players: tuple[int, int] | None = None
    faults: float = 0.0
    evidence: Evidence = "full"
    unit: int = 100
    room: str = "WA-0417"
    session: str = ""
    number: int = 1
    table: str = "T1"
    currency: str = "USD"
    opened_at: str = "2026-03-14T16:00:00-07:00"
    only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.hands < 0:
            raise ValueError(f"{self.hands} hands: a number of 0 or more is wanted")
        if not 0 <= self.faults <= 1:
            raise ValueError(f"a rate of faults of {self.faults}: between 0 and 1 is wanted")
        if self.evidence not in ("rows", "full"):
            raise ValueError(f"evidence {self.evidence!r}: 'rows' or 'full' is wanted")
        if self.unit < 1:
            raise ValueError(f"a unit of {self.unit}: at least 1 is wanted")
        if wrong := unknown(self.only):
            raise ValueError(f"no fault is called {', '.join(wrong)}; there are: {', '.join(names())}")
        Clock(self.opened_at, [], 0)
        game = Game.of(self.ruleset, self.players)
        if wrong := not_in(game, self.only):
            raise ValueError(f"{self.ruleset} cannot have the fault {', '.join(wrong)}")


@dataclass
class Simulated:
    """A simulated log. The same request gives the same bytes, as often as it is read."""

    request: Request
    _key: list[Injected] | None = field(default=None, repr=False)

    def chunks(self) -> Iterator[bytes]:
        """The log in pieces of some thousand lines, in a memory that does not grow with it."""
        session = _Session(self.request)
        yield from session.chunks()
        self._key = session.tampering.key

    def lines(self) -> Iterator[bytes]:
        """The log a line at a time, without line ends."""
        for chunk in self.chunks():
            yield from chunk.splitlines()

    def log(self) -> bytes:
        """The log as a whole."""
        return b"".join(self.chunks())

    @property
    def key(self) -> list[Injected]:
        """What is wrong in the log, in its order. Reads the log once where nobody has read it to its end."""
        if self._key is None:
            for _ in self.chunks():
                pass
        return self._key or []


def simulate(
    ruleset: Ruleset,
    *,
    hands: int,
    seed: int,
    players: tuple[int, int] | None = None,
    faults: float = 0.0,
    evidence: Evidence = "full",
    unit: int = 100,
    room: str = "WA-0417",
    session: str = "",
    number: int = 1,
    table: str = "T1",
    currency: str = "USD",
    opened_at: str = "2026-03-14T16:00:00-07:00",
    only: tuple[str, ...] = (),
) -> Simulated:
    """A session of a ruleset. Raises ValueError for what cannot be simulated.

    players: the fewest and the most at the table (default: as many as the ruleset lets play). faults: the
    share of hands that something is wrong with; ``only`` limits the faults to these names. evidence: "rows"
    (final rows and nets) or "full" (also cards as dealt, stacks, transfers, pools and bets
    on aces).
    """
    return Simulated(
        Request(
            ruleset, hands, seed, players, faults, evidence, unit,
            room, session or f"sim-{seed}", number, table, currency, opened_at, only,
        )
    )  # fmt: skip


class _Session:
    """One pass over a session, from its opening to its close."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.game = Game.of(request.ruleset, request.players)
        seeds = [int(seed) for seed in np.random.SeedSequence(request.seed).generate_state(9, np.uint64)]
        sizes = [HANDS_A_BLOCK] * (request.hands // HANDS_A_BLOCK) + [request.hands % HANDS_A_BLOCK]
        self.sizes = [size for size in sizes if size]
        self.full = request.evidence == "full"
        self.supervisor = f"s-{10 + seeds[0] % 90}"
        self.clock = Clock(request.opened_at, self.sizes, seeds[0])
        self.table = Table(self.game, Random(seeds[1]))
        self.cards = np.random.default_rng(seeds[2])
        self.scribe = Scribe(self.game, self.clock, Random(seeds[3]), self.full, self.supervisor)
        self.stakes = self.full and self.game.table_stakes
        self.ledger = Ledger(request.unit, self.clock, Random(seeds[4]), short=self.stakes)
        self.house = House(self.game, Random(seeds[6]))
        self.settler = Settler(request.ruleset, request.unit, self.clock.text(0), seeds[7])
        self.tampering = Tampering(
            self.game,
            Random(seeds[5]),
            request.faults,
            request.unit,
            self.clock,
            request.hands,
            self.settler.again,
            only=request.only,
        )
        self._encode = msgspec.json.Encoder().encode
        self._since = 60

    def chunks(self) -> Iterator[bytes]:
        """The session line, the hands a block at a time, the close."""
        yield self._encode(self._opening()) + b"\n"
        for size, moments in zip(self.sizes, self.clock.blocks(), strict=True):
            yield b"\n".join([*self._block(size, moments), b""])
        yield self._ending()

    def _block(self, size: int, moments: Moments) -> Iterator[bytes]:
        """The lines of a block: its hands, and what happened around them."""
        sittings = list(self.table.sittings(size))
        hands = self.scribe.write(sittings, moments, deal(self.game, sittings, self.cards))
        settled = self.settler.settle(hands)
        write_results(hands, settled, unit=self.request.unit, full=self.full, supervisor=self.supervisor)
        self.house.charge(hands)
        pay = Cashier(settled.replayed, self.request.unit) if self.stakes else None
        most, ends = most_lost(settled, self.request.unit), moments.ended_at.tolist()
        for i, hand in enumerate(hands):
            if self.game.priced:
                yield from map(self._encode, self.ledger.before(sittings[i], self._since, most[i]))
                self._stack(hand)
            if pay:
                pay(hand, i)
            tied = True in [each.forced_dealer for each in hands[i : i + 2]]
            yield from self._written(hand, ends[i], tied=tied)

    def _stack(self, hand: ChineseHand) -> None:
        """Write down the chips in front."""
        if self.full:
            for seat in hand.seats:
                seat.stack = self.ledger.stacks[seat.seat]

    def _written(self, hand: ChineseHand, ended: int, *, tied: bool) -> Iterator[bytes]:
        """The line of a hand, as it is or altered, and what follows it at once."""
        due = [(seat.seat, seat.net) for seat in hand.seats]
        moved = self.tampering.touch(hand, tied=tied)
        paid = [(seat.seat, seat.net) for seat in hand.seats] if moved else due
        yield self._encode(hand)
        self.house.count(hand)
        self._since = ended
        yield from map(self._encode, self.ledger.settle(paid, ended))

    def _opening(self) -> Session:
        request = self.request
        return Session(
            format=FORMAT,
            room=request.room,
            session=request.session,
            number=request.number,
            table=request.table,
            currency=request.currency,
            opened_at=self.clock.text(0),
            closed_at=self.clock.text(self.clock.closed),
            unit=request.unit,
            ruleset=str(request.ruleset),
            staff=Staff(dealer="d-1", supervisor=self.supervisor),
            source="table_system",
            recorded_by="table-system-1",
            recorded_at=self.clock.text(self.clock.closed + RECORDED),
        )

    def _ending(self) -> bytes:
        close = Close(
            at=self.clock.text(self.clock.closed),
            hands=self.request.hands,
            totals=self.house.totals(),
        )
        self.tampering.touch_close(close)
        lines = [*map(self._encode, self.ledger.close(self._since)), self._encode(close), b""]
        return b"\n".join(lines)
