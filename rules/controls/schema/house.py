"""What the house takes and gives, and the procedures that it has filed.

Fees: money is in minor units of `fees.currency` (cents), time in minutes, a share in basis points (1,000 are 10 %). A key
`max_...` is a bound: a file that extends this one may set less, not more. Each limit is a table of its own with the clause
that sets it.
"""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, validate

from rules.controls.schema.kinds import (
    HAND_NAMES,
    NAMED,
    Cite,
    Cited,
    Some,
    Strict,
    Switch,
    one_of,
    units,
    whole,
)
from rules.hands import FAMILIES
from rules.pot_hands import GAMES
from rules.record_levels import LEVELS
from rules.records.events import IrregularityKind, Moment, Ruling

FEE_KINDS = ("rake", "hand_fee", "time")  # what a house lives on; a jackpot is the players' money


class Amount(Cited):
    money = whole(0, required=True)  # minor units


class Cap(Cited):
    max_money = whole(0)  # at most


class Charge(Cap):
    money = whole(0)  # exactly; with `max_money`, the most that a file that extends this one may set


class Share(Cited):
    """A part of what was wagered."""

    # What a fee's `of` records as the wagers of the hand; where nothing does, all that was at stake, or what moved.
    of = one_of("wagers", "moved")
    max_bp = fields.Integer(strict=True, validate=validate.Range(min=0, max=10_000))  # basis points


class Rake(Cited):
    """Taken out of what is wagered in a hand.

    fixed_per_hand: the same in every hand (`amount`). percentage: any amount up to a share of the wagers (`share`). For
    both, `share` and `hand` limit what is taken from a hand.
    """

    kind = one_of("fixed_per_hand", "percentage")
    amount = fields.Nested(Amount)  # left out: fixed, but not stated
    share = fields.Nested(Share)
    hand = fields.Nested(Cap)  # a hand


class HandFee(Cited):
    """Taken from the players for each hand.

    player: from each player, for each hand. hand: from all players together. taken: when it is taken.
    """

    player = fields.Nested(Charge)
    hand = fields.Nested(Charge)
    taken = one_of("before_deal")  # before the first card of the hand


class Period(Cited):
    minutes = whole(1)


class Interval(Cited):
    """How often time is collected: at least once in so many minutes.

    window: any: so many minutes from any instant. each: once in each of consecutive hours, whichever minute they begin at.
    """

    max_minutes = whole(1)
    window = one_of("any", "each")


class Split(Cited):
    """What a table pays for a period, shared among its players.

    odd: a remainder goes to the first players by seat, one step each (one_each); or every share is rounded up (round_up);
    or shares are exact (exact) and recorded to the next cent. step_money: the smallest amount by which shares may differ; a
    room that collects in chips states its smallest chip.
    """

    rule = one_of("even")
    odd = one_of("one_each", "round_up", "exact")
    step_money = whole(1)


class TimeFee(Cited):
    """Taken for a time of play, as `fee` events of the log.

    player_hour: from a player for an hour or a part of one. table_period: from the whole table for a period. period: its
    length. paid: ahead: before the paid time begins. interval: how often it is collected. recorded: at_once: before
    anything else happens at the table. joining: a player who sits down during a period pays from the next period on
    (next_period) or for the remaining minutes (by_minutes).
    """

    player_hour = fields.Nested(Cap)
    table_period = fields.Nested(Cap)
    period = fields.Nested(Period)
    split = fields.Nested(Split)
    interval = fields.Nested(Interval)
    paid = one_of("ahead")
    recorded = one_of("at_once")
    joining = one_of("next_period", "by_minutes")


class JackpotDrop(Cited):
    """Taken from a hand for a jackpot: part_of_rake: out of the rake. drop: in addition to it."""

    kind = one_of("part_of_rake", "drop")
    hand = fields.Nested(Charge)  # from a hand


class DropBox(Cited):
    """How a drop box is counted. people: the least number of people who count it together."""

    people = whole(1)


class AtATime(Cited):
    max_kinds = whole(1)  # of FEE_KINDS, at a table at a time


def _kinds() -> fields.List[str]:
    return fields.List(one_of(*FEE_KINDS))


class Classes(Cited):
    """The kinds of fees that a room of each licence class may take. A class that is left out is not regulated."""

    E = _kinds()
    F = _kinds()
    house_banked = fields.List(one_of(*FEE_KINDS), data_key="house-banked")


class Limits(Cited):
    """Limits over several kinds of fees together. kinds: which of them count.

    hand: from a hand. player_hour: from a player in any 60 minutes; a fee of a hand counts where its seat is recorded.
    table_hour: from a table in any 60 minutes.
    """

    kinds = _kinds()
    hand = fields.Nested(Cap)
    player_hour = fields.Nested(Cap)
    table_hour = fields.Nested(Cap)


class Fees(Cited):
    currency = fields.String(
        validate=validate.Regexp("^[A-Z]{3}$", error="write the three letters of a currency, such as USD")
    )  # of every amount below
    classes = fields.Nested(Classes)
    at_a_time = fields.Nested(AtATime)
    rake = fields.Nested(Rake)
    hand_fee = fields.Nested(HandFee)
    time = fields.Nested(TimeFee)
    jackpot = fields.Nested(JackpotDrop)
    drop = fields.Nested(DropBox)
    limits = fields.Nested(Limits)


class Jackpot(Cited):
    """An unusual event for which a jackpot is paid; the prize is not stated."""

    id = fields.String(required=True)
    back = one_of(*HAND_NAMES, required=True)
    middle = one_of(*HAND_NAMES, required=True)
    front = one_of(*HAND_NAMES, required=True)
    loses_all_rows = Switch(required=True)  # to one opponent
    placement = one_of("as_set", "any", required=True)


class CardsOf(Strict):
    """The number of cards of an irregularity: cards shown, or cards that the player was dealt.

    A range and not a bound, since `max` would bind the files that extend this one.
    """

    least = whole(0)
    most = whole(0)


class Procedure(Cited):
    """What must follow an irregularity of a kind, at some moments and for some numbers of cards.

    when, cards: if left out, any moment and any number. ruling: one of these. too_late: one of these instead, once no
    misdeal can be declared (`no_misdeal`). by: who decides, one of these; if left out, the controls do not state it.
    """

    kind = one_of(*get_args(IrregularityKind), required=True)
    when = Some(get_args(Moment))
    cards = fields.Nested(CardsOf)
    ruling = Some(get_args(Ruling), required=True)
    too_late = Some(get_args(Ruling))
    units = units()  # of a penalty
    cite = Cite(required=True)
    by = Some(("dealer", "supervisor"))


class NoMisdeal(Cited):
    acted = whole(1, required=True)  # once so many players have acted, no misdeal can be declared


class Irregularities(Cited):
    """documented: kinds for which a procedure exists without details. procedure: procedures by name, so that a file that
    extends this one adds to them.
    """

    documented = fields.List(fields.String())
    procedure = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^[a-z0-9][a-z0-9-]{0,63}$", error=NAMED)),
        values=fields.Nested(Procedure),
    )
    no_misdeal = fields.Nested(NoMisdeal)


class LevelOfRecord(fields.Field[Any]):
    """A level of record, or a table of them by game: the family, or a pot game by its name."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        given = value if isinstance(value, dict) else {FAMILIES[0]: value}
        if unknown := sorted(set(given) - {*FAMILIES, *GAMES}):
            raise ValidationError(f"{unknown[0]!r} is no game; there are: {', '.join((*FAMILIES, *GAMES))}")
        if not given or not all(each in LEVELS for each in given.values() if isinstance(each, str)):
            raise ValidationError(f"must be one of: {', '.join(LEVELS)}; or a table of them by game")
        if not all(isinstance(each, str) for each in given.values()):
            raise ValidationError("a level of record is a word, such as rows")
        return value


class Records(Cited):
    """What the room has to record. log_days, correction_days: how many gaming days after a gaming day its record and
    corrections are due.

    keep_years: for how many years after the end of the fiscal year a record is kept. level: how much a hand has on record at
    least, of all games or by game. least_level: the same as a bound: a file that extends this one may demand more, not less;
    a word holds for the families that have it. numbers: the first hand of a session is number 1 (one), or follows the last
    hand of the table's session before (continued).
    """

    log_days = whole(0)
    correction_days = whole(0)
    keep_years = fields.Integer(strict=True, validate=validate.Range(1, 100))
    level = LevelOfRecord()
    least_level = Some(LEVELS)
    numbers = one_of("one", "continued")
