"""What the house takes and gives, and what it has filed procedures for. Money is in minor units."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import HandName, Item, Section
from rules.record_levels import NO_DEMAND, Level, by_game, least_of, rank_of
from rules.records.events import IrregularityKind, Moment, Ruling

FeeKind = Literal["rake", "hand_fee", "time"]


class Amount(Section, frozen=True, kw_only=True):
    money: int | None = None  # exactly


class Cap(Section, frozen=True, kw_only=True):
    max_money: int | None = None  # at most


class Charge(Cap, frozen=True, kw_only=True):
    money: int | None = None  # exactly


class Share(Section, frozen=True, kw_only=True):
    of: Literal["wagers", "moved"] | None = None
    max_bp: int | None = None


class Rake(Section, frozen=True, kw_only=True):
    kind: Literal["fixed_per_hand", "percentage"] | None = None
    amount: Amount = Amount()
    share: Share = Share()
    hand: Cap = Cap()

    @property
    def fixed(self) -> bool:
        """Whether the same is taken from every hand."""
        return self.kind == "fixed_per_hand"


class HandFee(Section, frozen=True, kw_only=True):
    player: Charge = Charge()
    hand: Charge = Charge()
    taken: Literal["before_deal"] | None = None


class Period(Section, frozen=True, kw_only=True):
    minutes: int | None = None


class Interval(Section, frozen=True, kw_only=True):
    max_minutes: int | None = None
    window: Literal["any", "each"] | None = None


class Split(Section, frozen=True, kw_only=True):
    rule: Literal["even"] | None = None
    odd: Literal["one_each", "round_up", "exact"] | None = None
    step_money: int = 1


class TimeFee(Section, frozen=True, kw_only=True):
    player_hour: Cap = Cap()
    table_period: Cap = Cap()
    period: Period = Period()
    split: Split = Split()
    interval: Interval = Interval()
    paid: Literal["ahead"] | None = None
    recorded: Literal["at_once"] | None = None
    joining: Literal["next_period", "by_minutes"] | None = None


class JackpotDrop(Section, frozen=True, kw_only=True):
    kind: Literal["part_of_rake", "drop"] | None = None
    hand: Charge = Charge()


class DropBox(Section, frozen=True, kw_only=True):
    people: int | None = None


class AtATime(Section, frozen=True, kw_only=True):
    max_kinds: int | None = None


class Classes(Section, frozen=True, kw_only=True):
    """The kinds of fees that a room of each licence class may take; None: nothing is said of the class."""

    e: tuple[FeeKind, ...] | None = field(name="E", default=None)
    f: tuple[FeeKind, ...] | None = field(name="F", default=None)
    house_banked: tuple[FeeKind, ...] | None = field(name="house-banked", default=None)

    def of(self, licence_class: str | None) -> tuple[FeeKind, ...] | None:
        """The kinds that rooms of a class may take."""
        by_name = {"E": self.e, "F": self.f, "house-banked": self.house_banked}
        return by_name.get(licence_class) if licence_class is not None else None


class Limits(Section, frozen=True, kw_only=True):
    kinds: tuple[FeeKind, ...] = ()
    hand: Cap = Cap()
    player_hour: Cap = Cap()
    table_hour: Cap = Cap()


class Fees(Section, frozen=True, kw_only=True):
    currency: str | None = None
    classes: Classes | None = None
    at_a_time: AtATime = AtATime()
    rake: Rake = Rake()
    hand_fee: HandFee = HandFee()
    time: TimeFee = TimeFee()
    jackpot: JackpotDrop = JackpotDrop()
    drop: DropBox = DropBox()
    limits: Limits = Limits()


class Jackpot(Item, frozen=True, kw_only=True):
    id: str
    back: HandName
    middle: HandName
    front: HandName
    loses_all_rows: bool
    placement: Literal["as_set", "any"]


class CardsOf(Section, frozen=True, kw_only=True):
    least: int | None = None
    most: int | None = None


class Procedure(Item, frozen=True, kw_only=True):
    kind: IrregularityKind
    ruling: Ruling | tuple[Ruling, ...]
    when: Moment | tuple[Moment, ...] = ()
    cards: CardsOf = CardsOf()
    too_late: Ruling | tuple[Ruling, ...] = ()
    units: int | None = None
    by: Literal["dealer", "supervisor"] | tuple[Literal["dealer", "supervisor"], ...] = ()
    text: str = ""


class NoMisdeal(Section, frozen=True, kw_only=True):
    acted: int | None = None


class Irregularities(Section, frozen=True, kw_only=True):
    documented: tuple[str, ...] = ()
    procedure: dict[str, Procedure] = field(default_factory=dict)
    no_misdeal: NoMisdeal = NoMisdeal()


class Records(Section, frozen=True, kw_only=True):
    log_days: int | None = None
    correction_days: int | None = None
    keep_years: int | None = None  # at least what the authority says, whatever is stated here
    level: Level | dict[str, Level] | None = None
    least_level: Level | tuple[Level, ...] = ()
    numbers: Literal["one", "continued"] | None = None

    def demanded(self, family: str, game: str) -> int:
        """The rank of the level that a hand of a game has on record at least; NO_DEMAND: none is demanded."""
        own = by_game(self.level, family, game)
        floor = (self.least_level,) if isinstance(self.least_level, str) else self.least_level
        return max(NO_DEMAND if own is None else rank_of(family, own), least_of(family, floor))
