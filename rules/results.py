"""Results of an audit.

Written as JSON: a key is never dropped, null where inapplicable. Money is in minor units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import UNSET, Struct, UnsetType, field

from rules.shown_events import EventFacts

Kind = Literal["violation", "discrepancy", "undetermined", "indicator"]
Severity = Literal["critical", "major", "minor", "note"]
Area = Literal["evidence", "cards", "money", "fees", "procedure"]
MoneyKind = Literal[
    "misallocated", "over_collected", "under_collected", "to_nobody", "unaccounted", "misrecorded"
]

ControlsDecided = Literal[
    "approved", "named"
]  # what was due by the room's approved controls, or by what is named

KINDS: tuple[Kind, ...] = ("violation", "discrepancy", "undetermined", "indicator")
SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor", "note")  # the gravest first
AREAS: tuple[Area, ...] = (
    "evidence",
    "cards",
    "money",
    "fees",
    "procedure",
)  # the root of an incident is of the first
MONEY_KINDS: tuple[MoneyKind, ...] = get_args(MoneyKind)  # in the order of sums


class ReadingEffect(Struct, frozen=True):
    """Effect of another reading of an ambiguity on the hands it touches.

    ``money``: what would move differently (the greater of the seats' gains and losses), in minor units; None where unknown,
    as without a unit on record. ``units``: the same in units; None in pot games. Both are None, and ``hands`` is 0, where the
    reading was not worked out.
    """

    ambiguity: str
    reading: str
    means: str
    taken: bool
    hands: int
    units: int | None
    money: int | None

    @property
    def worked_out(self) -> bool:
        """Whether it is known which hands the reading changes."""
        return bool(self.hands) or self.units is not None or self.money is not None


class Finding(Struct, frozen=True, kw_only=True):
    """One fact that differs, breaks the controls, or is left open by them."""

    code: str
    name: str
    kind: Kind
    severity: Severity
    room: str
    session: str
    hand: int | None  # the number the room gave the hand; None: the log as a whole
    seat: int | None
    player: str | None
    line: int | None  # of the log, from 1
    stated: bool | int | str | None
    expected: bool | int | str | None
    difference: int | None  # stated minus expected
    unit: str | None  # what stated and expected are counted in: "money", "units", "cards", "hands", ...
    money: int | None  # how much money the finding is about, 0 or more; None: none, or not known
    clause: str
    message: str  # full sentences for a person
    hands: Sequence[int] | None  # where one finding is about many hands
    readings: list[ReadingEffect] | None  # of an undetermined point
    fingerprint: str  # the same for the same fact in every later audit
    entry: int | None = None  # of a tournament: the number of the entry
    table: str | None = None  # of a tournament: where the fact is of one table
    total: str | None = None  # of a tournament: the total that the room stated, such as prize_pool
    account: str | None = None  # of a ledger
    party: str | None = None  # whose money it is about; None: nobody's, or an engine that did not say
    money_kind: MoneyKind | None = None  # of ``money``, where no account of a hand's money has it


class Reason(Struct, frozen=True):
    """Reason that hands could not be tested under a rule."""

    reason: str
    hands: int


class Coverage(Struct, frozen=True, kw_only=True):
    """Coverage of one check: tested + untestable + inapplicable is every hand of the log.

    tested = agreeing + differing. ``open``: agreeing hands with a point that the controls leave open. A finding on the whole
    log counts as one differing hand. inapplicable: the ruleset has no such rule or the game no such thing; None in audits of
    engines that did not count it.
    """

    code: str
    name: str
    tested: int
    agreeing: int
    differing: int
    open: int
    untestable: int
    inapplicable: int | None
    because: list[Reason]


class RulesetUsed(Struct, frozen=True, kw_only=True):
    """A revision that applied to hands; ``mandatory``: the authority that requires it in addition to the room's controls."""

    id: str
    revision: int
    title: str
    digest: str
    hands: int
    readings: dict[str, str]
    standing: str | None = None  # draft, submitted, denied or approved; None: of the library
    mandatory: str | None = None


class RoomFacts(Struct, frozen=True, kw_only=True):
    """The card room as on record: basis of a hand's day, and its licence then."""

    id: str
    day: str  # the gaming day on which the session was opened
    zone: str
    day_begins: str  # the time of the wall clock, such as 06:00
    licence_class: str | None
    tables: int | None
    authority: str | None = None  # its id; None: not on record, so that the limits of none are known


class SessionOfDay(Struct, frozen=True, kw_only=True):
    """A session of a gaming day. Times are on the room's clock; ``ended_at``: when it closed, or was last known open."""

    table: str
    tournament: str | None
    session: str
    number: int | None
    opened_at: str
    ended_at: str | None
    closed: bool  # the log says when it closed
    hands: int  # of this gaming day; of the whole session where its hands have no times
    nothing_played: bool  # the log says so


class TriangleRow(Struct, frozen=True, kw_only=True):
    """Due, recorded and counted amounts of one kind of fee on a table, or in the room (``table`` None), on a gaming day or
    over a session.

    None: unknown, or not of every hand; ``recorded_least`` and ``drop_least`` are what is on record all the same.
    ``due_most``: including deals declared void, which may be without the fee. Differences: the least surplus (+) or deficit
    (−) of the first against the second.
    """

    table: str | None
    tournament: str | None
    money: str
    kind: str
    hands: int
    due: int | None
    due_most: int | None
    recorded: int | None
    drop: int | None
    recorded_least: int
    drop_least: int
    recorded_less_due: int | None
    drop_less_recorded: int | None
    drop_less_due: int | None
    session: str | None = None  # the log that it is of; None: of a gaming day


class SkippedSession(Struct, frozen=True, kw_only=True):
    """A session of a gaming day that could not be audited, so that the audit of the day is incomplete.

    day: of its opening. money: a currency, or CHIPS. reason: a clause about the session.
    """

    table: str
    tournament: str | None
    session: str
    number: int | None
    day: str
    money: str
    hands: int
    reason: str


class DayFacts(Struct, frozen=True, kw_only=True):
    """The gaming day of a room as a whole. ``codes``: the checks across sessions, whose coverage counts sessions."""

    room: str
    day: str
    zone: str
    day_begins: str
    begins: str
    ends: str
    licence_class: str | None
    tables_licensed: int | None
    tables_in_play: int | None  # the most at once; None where the times of a session's hands are not known
    hands: int
    players: int
    sittings: list[SessionOfDay]
    triangle: list[TriangleRow]
    totals: bool  # the room's own totals of the day are at hand
    codes: list[str]
    authority: str | None = None  # its id
    skipped: list[SkippedSession] | UnsetType = UNSET  # a day of which all was audited has no such key


CHIPS = "CHIPS"  # in place of a currency: the money of a tournament is its chips


class HistoryFacts(Struct, frozen=True, kw_only=True):
    """Coverage of a hand history, as the session line of its log states it.

    left_out: number of unreadable hands of the hand history; they are in no log.
    """

    numbering: Literal["table", "site"]
    seen_by: Literal["table", "player"]
    cards_from: Literal["deal", "shows"]
    left_out: int


class LogFacts(Struct, frozen=True, kw_only=True):
    """Statements of the log about itself. Times are text as they stood in the log."""

    sha256: str
    bytes: int
    room: str
    session: str
    number: int | None
    table: str
    currency: str
    money: str | None = None  # what amounts are in: the currency, or CHIPS where they are chips
    opened_at: str
    closed_at: str | None
    hands: int
    events: int
    first_hand: int | None
    last_hand: int | None
    hands_expected: int  # by the control total or by the table's own numbers, whichever is more
    ruleset: str | None  # the one the room said it played under
    source: str | None
    recorded_by: str | None
    recorded_at: str | None
    dealer: str | None
    supervisor: str | None
    supersedes_sha256: str | None
    supersedes_reason: str | None
    supersedes_by: str | None
    players: int
    tournament: str | None = (
        None  # that the table was of; None also in results from before it was recorded here
    )
    history: HistoryFacts | UnsetType = (
        UNSET  # of a log that was derived from one; other logs have no such key
    )


class Diagnosis(Struct, frozen=True, kw_only=True):
    """Fit of the recorded nets to another ruleset of the library, where they do not fit the session's.

    fitting of ``of`` testable hands. first, last: hand numbers of a stretch; None: the whole session. A stretch is of all
    hands, of those of one dealer, or of one player's results: ``who``.
    """

    ruleset: str
    revision: int
    fitting: int
    of: int
    message: str
    scope: Literal["session", "dealer", "player"] = "session"
    who: str | None = None
    first: int | None = None
    last: int | None = None


class Restitution(Struct, frozen=True, kw_only=True):
    """Amounts that moved to a player and were due to him over the testable hands. ``owed``: due - recorded (+: is owed).

    recorded: from the transfers, or without them from his nets. differing: number of hands in which it was not what was due;
    None in audits of engines that did not count it.
    """

    player: str
    hands: int
    recorded: int
    due: int
    owed: int
    differing: int | None = None


class Repayment(Struct, frozen=True, kw_only=True):
    """Net debt of one party to another over all hands: all of them together settle the log.

    Parties are players, the house, and accounts; None, for nobody at the table, only in audits of earlier engines. hands:
    those in which the debtor's result differs, or the fees that the house or an account wrongly took, or did not take, from
    the creditor.
    """

    debtor: str | None
    creditor: str | None
    amount: int
    hands: int
    unit: str | None = None  # None: an engine that did not say


class Reconciliation(Struct, frozen=True, kw_only=True):
    """Steps from the debts hand by hand to the repayments: gross - offset = net, the sum of the repayments.

    offset: debts of one hand that another cancels. unbalanced: further chips between players and nobody, which nobody can be
    asked for.
    """

    gross: int
    unbalanced: int
    offset: int
    net: int


class NotKnown(Struct, frozen=True, kw_only=True):
    """Unsettled part of one kind of money. hands: their number; for accounts of chips, that of players.

    bound: the most that it can be in them together; None: unknown.
    """

    hands: int
    bound: int | None
    because: list[str]


class Amounts(Struct, frozen=True, kw_only=True):
    """Money by kind, in one unit: a currency, or ``chips`` of a tournament. None: unknown; 0 is a statement."""

    unit: str
    misallocated: int | None  # one player has what another was due
    over_collected: int | None  # taken or kept by the house or an account, and not due
    under_collected: (
        int | None
    )  # due to the house or an account, and not taken; or paid out by it and not due
    to_nobody: int | None  # passed between a player and nobody, in either direction
    unaccounted: int | None  # an account of chips or money does not close
    misrecorded: int | None  # only written down wrong


class MoneyTotal(Amounts, frozen=True, kw_only=True):
    """The same of an audit, with unknown amounts, by kind."""

    not_known: dict[MoneyKind, NotKnown]


class PartyMoney(Struct, frozen=True, kw_only=True):
    """Recorded and due amounts of a party, and their differences by kind: + the party has it, - it lacks it.

    recorded: results less fees, of a player; fees taken, of the house or an account. hands: those the player was in; None of
    others. None: unknown.
    """

    party: str
    unit: str
    hands: int | None
    recorded: int | None
    due: int | None
    misallocated: int = 0
    over_collected: int = 0
    under_collected: int = 0
    to_nobody: int = 0
    unaccounted: int = 0
    misrecorded: int = 0


class Lacking(Struct, frozen=True, kw_only=True):
    """Amount that nobody can be asked for: a party lacks it, or has it (-). hands: their numbers."""

    party: str
    unit: str
    amount: int
    kind: MoneyKind
    hands: Sequence[int]


class HandsWithLess(Struct, frozen=True, kw_only=True):
    """Hands of a session that have less on record than most hands around them."""

    session: str
    hands: Sequence[int]


class VoidedBy(Struct, frozen=True, kw_only=True):
    """Number of deals that a person declared void. by: the id of the staff; None: the record does not say."""

    by: str | None
    hands: int


class Tokes(Struct, frozen=True, kw_only=True):
    """The tokes on record in a unit: they are the staff's, and never fees."""

    unit: str
    amount: int
    count: int


class RecordFacts(Struct, frozen=True, kw_only=True):
    """Records beside the money of the account. below_level: number of hands with less on record than the controls demand."""

    below_level: int
    with_less: list[HandsWithLess]
    voided: list[VoidedBy]
    tokes: list[Tokes]  # by unit


class Break(Struct, frozen=True, kw_only=True):
    """Difference of an account of chips that does not close: + the party lacks the amount, - it has too much."""

    kind: str
    party: str
    line: int | None
    amount: int


class ChangedFact(Struct, frozen=True, kw_only=True):
    """A fact that two logs have differently, or only one has: None on the side without it.

    event: kind of line. field: with the names of the objects around it; None: the whole line. Values other than numbers are
    text, cut to their first characters.
    """

    event: str
    hand: int | None
    seat: int | None
    field: str | None
    before: bool | int | str | None
    after: bool | int | str | None
    before_line: int | None
    after_line: int | None


class CorrectedAmount(Struct, frozen=True, kw_only=True):
    """Money of a kind that two audits state differently. gone: decrease in the second; None: unknown.

    before_not_known, after_not_known: part that each audit leaves open; None: it has no money of the unit.
    """

    kind: MoneyKind
    unit: str
    before: int | None
    after: int | None
    gone: int | None
    before_not_known: NotKnown | None
    after_not_known: NotKnown | None


class CorrectionsSent(Struct, frozen=True, kw_only=True):
    """Number of corrections so far, this one included: of the room, of the table, and of the sender."""

    days: int
    room: int
    table: int
    sender: int


class RemovedIncident(Struct, frozen=True, kw_only=True):
    """An incident that only the first of two logs has, as its audit reports it. hands: the first ones, by number."""

    id: str
    title: str
    severity: Severity
    hands: list[int]
    hands_of: int
    misallocated: int | None
    misrecorded: int | None


class Correction(Struct, frozen=True, kw_only=True):
    """A log that supersedes another one: the changes, and the first audit's result beside the new one.

    Both were audited under the same controls by the same engine. facts, findings, incidents and removed are the first ones;
    ``facts_in_all`` and so on count all. first_incidents, second_incidents: number in each audit; new_incidents: of the
    second alone. first_audit: newest audit of the first log before this one; None: there was none. sent_by: holder of the
    key. None elsewhere for what only a service knows; if the first log is no longer kept, facts and what follows from them
    are empty, their counts None.
    """

    room: str
    session: str
    table: str
    first_sha256: str
    second_sha256: str
    reason: str | None
    stated_by: str | None
    sent_by: str | None
    received_at: str | None
    first_received_at: str | None
    first_audit: int | None
    sent: CorrectionsSent | None
    facts: list[ChangedFact]
    facts_in_all: int | None
    findings: list[Finding]  # of the first log alone
    findings_in_all: int | None
    changed_findings: int | None  # of both logs, and not the same in both
    new_findings: int | None  # of the second log alone
    incidents: list[str]  # ids of those that only the first log has
    incidents_in_all: int | None
    amounts: list[CorrectedAmount]
    removed: list[RemovedIncident] | None = (
        None  # those of incidents, in their order; None: an engine that did not say
    )
    first_incidents: int | None = None
    second_incidents: int | None = None
    new_incidents: int | None = None

    @property
    def staying(self) -> int | None:
        """Number of incidents in both logs; None: unknown."""
        if self.second_incidents is None or self.new_incidents is None:
            return None
        return self.second_incidents - self.new_incidents


class IncidentHand(Struct, frozen=True):
    """A hand that an incident concerns."""

    session: str
    hand: int


class Debt(Struct, frozen=True, kw_only=True):
    """Net debt of one party to another over an incident. None as a party: nobody at the table."""

    debtor: str | None
    creditor: str | None
    amount: int


class Cause(Struct, frozen=True, kw_only=True):
    """One recorded fact of a log, a tournament or a ledger; correcting it removes an incident's findings.

    line: of the file; of a missing line, the one above its place. field: of that line; None: the whole line. stated, implied:
    as recorded, and as the rest of the record has it; None: none. message: the same in a sentence.
    """

    line: int | None
    field: str | None
    stated: bool | int | str | None
    implied: bool | int | str | None
    message: str


class Incident(Struct, frozen=True, kw_only=True):
    """Incident to act on: findings that share a cause. ``pattern``: one fault that repeats over many hands.

    root: fingerprint of the finding that the others follow from. day: gaming day of an incident across sessions. at: time of
    its first hand. misallocated: went to the wrong player; misrecorded: a wrong record only. The incidents' money adds up to
    the audit's. None: unknown.
    """

    id: str
    title: str
    severity: Severity
    area: Area
    pattern: bool
    root: str
    hands: Sequence[IncidentHand]
    day: str | None
    seats: list[int]
    at: str | None
    clause: str
    findings: Sequence[str]  # fingerprints, the root's first
    misallocated: int | None
    misrecorded: int | None
    owes: list[Debt]
    money: list[Amounts] | None = None  # by unit; None: an engine that had none
    hands_of: int | None = None  # how many hands it concerns, and how many there are in all
    hands_in_all: int | None = None
    breaks: list[Break] | None = None
    cause: Cause | None = (
        None  # of a tournament or a ledger; None: none is known, or an engine that looked for none
    )
    short: str | None = None  # what went wrong, without its place; None: an engine that did not say
    explanation: str | None = None  # the one cause of its findings in a sentence; None: none is known


class Moment(Struct, frozen=True, kw_only=True):
    """One slice of the session's time: number of hands, and of those with findings."""

    start: str
    end: str
    hands: int
    violations: int
    discrepancies: int


class Bust(Struct, frozen=True, kw_only=True):
    """A player who went out of a tournament. ``place``: 1 is the best of those; ``shared`` with others.

    place and shared are None where the record does not decide: the place is one from ``best`` to ``worst``, which also bound
    a shared place. None for all: an engine that did not say.
    """

    player: str
    tournament: str | None
    room: str
    session: str
    table: str
    hand: int
    at: str | None
    stack: int | None  # when the hand was dealt
    place: int | None
    shared: bool | None
    best: int | None = None
    worst: int | None = None


class Gap(Struct, frozen=True, kw_only=True):
    """Missing hand numbers of a session, between the recorded hands ``after`` and ``before``.

    session: empty in results from before sessions were recorded here.
    """

    after: int
    before: int
    at: str | None
    session: str = ""


class Failure(Struct, frozen=True, kw_only=True):
    """A check that failed to run: its result is unknown, and the audit is incomplete."""

    code: str
    message: str


class Engine(Struct, frozen=True, kw_only=True):
    """The program that judged. library: digest of its rulesets. code: digest of all else that can change a result.

    judgement: a number that rises with each change of what audits find. Code and judgement are None where an engine before
    0.2.0 judged; code also where nobody computed it, as by the rules without their files.
    """

    version: str
    code: str | None = None
    judgement: int | None = None
    library: str

    @property
    def release(self) -> str:
        """Version and, if known, eight characters of the code: 0.2.0 (3f2a91bc)."""
        return self.version if self.code is None else f"{self.version} ({self.code[:8]})"


class PlayerEffect(Struct, frozen=True, kw_only=True):
    """Amount due to a player under the controls tried, over the compared hands whose money is known.

    hands: compared; differing: those settled differently. Money is None where that of no hand is known. ``difference``: as
    tried less as in force (+: would have had more).
    """

    player: str
    hands: int
    differing: int
    in_force: int | None
    tried: int | None
    difference: int | None


class MonthEffect(Struct, frozen=True, kw_only=True):
    """The hands of one month: compared, differing, and the money that would have moved differently."""

    month: str  # 2026-03
    hands: int
    differing: int
    money: int | None


class HandEffect(Struct, frozen=True, kw_only=True):
    """A hand that would have been settled differently. ``day``: the one that selects its revision."""

    room: str
    session: str
    hand: int
    line: int
    day: str
    money: int | None
    units: int | str  # a fraction as text


class Effect(Struct, frozen=True, kw_only=True):
    """Effect of the controls tried, compared with those in force on the hands' days.

    It rests on the cards, never on recorded results. compared + incomparable is every hand. A hand differs where some seat's
    money would differ, or its units where the money is unknown. ``money``: what would have moved differently (the greater of
    the seats' gains and losses); None where unknown in all compared hands. ``unpriced``: differing hands of unknown money,
    which it leaves out.
    """

    compared: int
    differing: int
    incomparable: int
    because: list[Reason]
    money: int | None
    unpriced: int
    units: int | str  # that would have moved differently in the differing hands; a fraction as text
    players: list[PlayerEffect]  # the largest difference first
    months: list[MonthEffect]
    largest: list[HandEffect]  # at most some twenty
    in_force: list[RulesetUsed]  # on the days of the hands that were replayed under both
    pairs: list[tuple[str, str]]  # in force and tried, as id@revision: the two that were compared


class Audit(Struct, frozen=True, kw_only=True):
    """Audit of one log, or of several (``logs``; ``log`` is None)."""

    log: LogFacts | None
    logs: list[LogFacts]
    rulesets: list[RulesetUsed]
    engine: Engine
    complete: bool
    failures: list[Failure]
    what_if: bool  # audited under a ruleset other than the one the room said it played
    hands: int
    testable: int  # hands whose due result is known and was compared with recorded nets
    money_misallocated: int | None  # as in money, where it has one unit; None: not known
    money_misrecorded: int | None = None
    coverage: list[Coverage]
    findings: Sequence[Finding]  # made when they are read, where there may be many
    diagnosis: list[Diagnosis]
    restitution: list[Restitution]
    repayments: list[Repayment]
    timeline: list[Moment] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    busts: list[Bust] = field(default_factory=list)  # by tournament, the best place first
    bust_order: list[str] = field(default_factory=list)  # what places go by: hand, stack, time
    as_if: bool = False  # the requested ruleset was applied to hands of every day
    room: RoomFacts | None = None  # None: the room is not on record, and days are as they were written
    effect: Effect | None = None  # of a what-if
    day: DayFacts | None = None  # of a room's gaming day as a whole
    event: EventFacts | None = (
        None  # of a tournament or a ledger, whose coverage counts what each check looks at
    )
    triangle: list[TriangleRow] | None = (
        None  # of each log as a whole, by kind of fee; None: an engine that had none
    )
    incidents: list[Incident] | None = None  # None: an engine that did not group findings
    reconciliation: Reconciliation | None = None  # None: no money to tell it by, or an engine that had none
    impossible: int | None = None  # hands whose money is unknown, for their deal cannot have happened
    money: list[MoneyTotal] | None = None  # by unit, that of most hands first; None: an engine that had none
    parties: list[PartyMoney] | None = None
    lacking: list[Lacking] | None = None
    record: RecordFacts | None = None  # None: an engine that had none
    evidence: dict[str, int] | None = (
        None  # hands by level of record, the void ones apart; None: an engine that did not say
    )
    controls_decided: ControlsDecided | None = None  # None: no log, or an engine that did not say
    correction: Correction | None = None  # of one log that supersedes another
    corrections: list[Correction] | None = None  # of several logs, those that do

    @property
    def corrected(self) -> list[Correction]:
        return self.corrections or ([self.correction] if self.correction is not None else [])

    @property
    def played(self) -> list[RulesetUsed]:
        """Revisions that hands were replayed under, without mandatory ones."""
        return [each for each in self.rulesets if each.mandatory is None]
