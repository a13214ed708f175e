"""Treatment of each field of an audit and an exhibit in the redacted edition.

A field without a rule cannot be copied; a test names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from msgspec import Struct

from rules import results, shown_events, shown_hands, shown_pots

# number: a number or flag, or words of a closed list in the type. document: words of the engine, the catalogue, a ruleset or an
# authority. place: the room, its table or its tournament. time: an RFC 3339 time or a day. cards: cards. part: a value with
# fields of its own, or several of them. player: a letter. party: a letter where it is a player. session: its number in the
# audit. key: a keyed digest. withheld: a word that says so, where something was recorded. left_out: null. sentence: words of a
# check, unless they name somebody. made: worked out anew from the other fields.
Rule = Literal[
    "number",
    "document",
    "place",
    "time",
    "cards",
    "part",
    "player",
    "party",
    "session",
    "key",
    "withheld",
    "left_out",
    "sentence",
    "made",
]


def _of(**names: str) -> Mapping[str, Rule]:
    return {field: cast(Rule, rule) for rule, fields in names.items() for field in fields.split()}


_KINDS = " ".join(results.MONEY_KINDS)
POLICY: Mapping[type[Struct], Mapping[str, Rule]] = {
    results.Audit: _of(
        part="log logs rulesets engine failures coverage diagnosis restitution repayments timeline gaps busts room effect day "
        "triangle incidents reconciliation event money parties lacking record correction "
        "corrections",
        number="complete what_if controls_decided hands testable money_misallocated money_misrecorded as_if impossible",
        document="bust_order evidence",
        made="findings",
    ),
    results.LogFacts: _of(
        key="sha256 supersedes_sha256",
        number="bytes number hands events first_hand last_hand hands_expected players",
        place="room table tournament",
        session="session",
        document="currency money source",
        time="opened_at closed_at recorded_at",
        withheld="recorded_by dealer supervisor supersedes_reason supersedes_by",
        made="ruleset",
        part="history",
    ),
    results.HistoryFacts: _of(document="numbering seen_by cards_from", number="left_out"),
    results.RulesetUsed: _of(document="id title digest readings standing mandatory", number="revision hands"),
    results.Engine: _of(document="version code library", number="judgement"),
    results.Failure: _of(document="code", made="message"),
    results.Coverage: _of(
        document="code name",
        number="tested agreeing differing open untestable inapplicable",
        part="because",
    ),
    results.Reason: _of(sentence="reason", number="hands"),
    results.Finding: _of(
        document="code name unit clause total account",
        number="kind severity hand seat line difference money hands entry money_kind",
        place="room table",
        session="session",
        player="player",
        party="party",
        part="readings",
        key="fingerprint",
        made="stated expected message",
    ),
    results.ReadingEffect: _of(document="ambiguity reading means", number="taken hands units money"),
    results.Diagnosis: _of(
        document="ruleset", number="revision fitting of scope first last", made="message who"
    ),
    results.Restitution: _of(player="player", number="hands recorded due owed differing"),
    results.Repayment: _of(party="debtor creditor", number="amount hands", document="unit"),
    results.NotKnown: _of(number="hands bound", document="because"),
    results.Amounts: _of(document="unit", number=_KINDS),
    results.MoneyTotal: _of(document="unit", number=_KINDS, part="not_known"),
    results.PartyMoney: _of(party="party", document="unit", number=f"hands recorded due {_KINDS}"),
    results.Lacking: _of(party="party", document="unit", number="amount kind hands"),
    results.HandsWithLess: _of(session="session", number="hands"),
    results.VoidedBy: _of(withheld="by", number="hands"),
    results.Tokes: _of(document="unit", number="amount count"),
    results.RecordFacts: _of(number="below_level", part="with_less voided tokes"),
    results.Break: _of(party="party", document="kind", number="line amount"),
    results.Reconciliation: _of(number="gross unbalanced offset net"),
    results.Incident: _of(
        key="id root findings",
        number="severity area pattern seats misallocated misrecorded hands_of hands_in_all",
        part="hands owes money breaks cause",
        time="day at",
        document="clause",
        made="title short explanation",
    ),
    results.Cause: _of(number="line", made="field stated implied message"),
    results.Correction: _of(
        place="room table",
        session="session",
        key="first_sha256 second_sha256 incidents",
        withheld="reason stated_by sent_by",
        time="received_at first_received_at",
        number="first_audit facts_in_all findings_in_all changed_findings new_findings incidents_in_all "
        "first_incidents second_incidents new_incidents",
        part="sent facts findings amounts removed",
    ),
    results.RemovedIncident: _of(
        key="id", sentence="title", number="severity hands hands_of misallocated misrecorded"
    ),
    results.ChangedFact: _of(
        document="event", number="hand seat before_line after_line", made="field before after"
    ),
    results.CorrectedAmount: _of(
        document="unit", number="kind before after gone", part="before_not_known after_not_known"
    ),
    results.CorrectionsSent: _of(number="days room table sender"),
    results.IncidentHand: _of(session="session", number="hand"),
    results.Debt: _of(party="debtor creditor", number="amount"),
    results.Moment: _of(time="start end", number="hands violations discrepancies"),
    results.Bust: _of(
        player="player",
        place="tournament room table",
        session="session",
        time="at",
        number="hand stack place shared best worst",
    ),
    results.Gap: _of(number="after before", time="at", session="session"),
    results.RoomFacts: _of(
        place="id", time="day", document="zone day_begins licence_class authority", number="tables"
    ),
    results.DayFacts: _of(
        place="room",
        time="day begins ends",
        document="zone day_begins licence_class codes authority",
        number="tables_licensed tables_in_play hands players totals",
        part="sittings triangle skipped",
    ),
    results.SkippedSession: _of(
        place="tournament table",
        session="session",
        time="day",
        number="number hands",
        document="money",
        withheld="reason",
    ),
    shown_events.EventFacts: _of(
        key="sha256 supersedes_sha256",
        number="kind number bytes lines",
        place="id room",
        document="currency source",
        time="begins ends day recorded_at pays_from",
        withheld="title recorded_by supersedes_reason supersedes_by",
        part="files tournament ledger",
        made="ruleset missing",
        left_out="due",
    ),
    shown_events.EventFile: _of(key="sha256", number="kind hands", place="table", session="id"),
    shown_events.TournamentFacts: _of(
        document="game kind prizes_by",
        number="ranking buy_in fee bounty stack levels_published by_hands",
        time="published_at last_at",
        part="field money payouts places levels tables rests counts undetermined",
    ),
    shown_events.FieldRow: _of(number="what due stated"),
    shown_events.MoneyStep: _of(number="what part number due recorded stated"),
    shown_events.PaidOut: _of(number="what lines recorded due"),
    shown_events.PlaceRow: _of(
        player="player",
        number="place tied stated_place prize stated_prize paid bounty paid_bounty",
        document="points stated_points",
    ),
    shown_events.LevelRow: _of(
        number="level line minutes of_hands late hands differing first_hand last_hand",
        time="planned due begun",
        document="stakes stated_stakes",
    ),
    shown_events.TableHands: _of(place="table", number="first last hands"),
    shown_events.Rest: _of(time="begins ends"),
    shown_events.ChipCount: _of(number="line what tables counted due", time="at"),
    shown_events.NotDetermined: _of(document="what because", number="line", player="player"),
    shown_events.LedgerFacts: _of(part="books hits quarters"),
    shown_events.Book: _of(
        document="account ruleset",
        number="kind opening balance stated",
        part="days counts contributions before",
    ),
    shown_events.LedgerBefore: _of(place="ledger", number="balance"),
    shown_events.BookDay: _of(time="day", number="line opening drops paid_in paid_out hits closing stated"),
    shown_events.MoneyCount: _of(number="line counted balance", time="at"),
    shown_events.Contributed: _of(number="line prize_pool amount", time="at", session="tournament"),
    shown_events.BookHit: _of(
        document="account",
        withheld="hit",
        number="line jackpot hand players qualified level stated_level amount stated_amount",
        time="at day",
        session="session",
        part="shares",
    ),
    shown_events.HitShare: _of(player="player", number="seat role due stated paid"),
    shown_events.Quarter: _of(
        document="account period points price", number="line pool stated_pool others", part="players"
    ),
    shown_events.RankedPlayer: _of(
        player="player", document="points stated_points", number="prize stated_prize"
    ),
    results.SessionOfDay: _of(
        place="table tournament",
        session="session",
        time="opened_at ended_at",
        number="number closed hands nothing_played",
    ),
    results.TriangleRow: _of(
        place="table tournament",
        session="session",
        document="money kind",
        number="hands due due_most recorded drop recorded_least drop_least recorded_less_due drop_less_recorded drop_less_due",
    ),
    results.Effect: _of(
        number="compared differing incomparable money unpriced units",
        part="because players months largest in_force",
        document="pairs",
    ),
    results.PlayerEffect: _of(player="player", number="hands differing in_force tried difference"),
    results.MonthEffect: _of(document="month", number="hands differing money"),
    results.HandEffect: _of(place="room", session="session", time="day", number="hand line money units"),
    shown_hands.Exhibit: _of(
        place="room",
        session="session",
        time="at",
        number="line hand dealer unit void transfers banker forced_dealer level eliminated",
        withheld="video",
        part="seats pool placements clock_calls irregularities entries pot",
        document="replay money game variant",
    ),
    shown_hands.HandEntries: _of(part="recorded due"),
    shown_hands.MoneyEntry: _of(
        party="from_ to", number="amount hand seat line", time="at", document="unit kind clause"
    ),
    shown_hands.SeatRecord: _of(
        player="player",
        cards="dealt front middle back discards",
        number="seat stack surrendered fouled net fantasyland",
        left_out="declared",
        document="status",
    ),
    shown_hands.PlacementRecord: _of(number="seat", time="at", cards="dealt front middle back discard"),
    shown_hands.ClockRecord: _of(number="seat called_by", time="at acted_at"),
    shown_hands.PoolRecord: _of(document="contributions awards"),
    shown_hands.IrregularityRecord: _of(
        document="kind when ruling", number="seat cards units act", left_out="by note"
    ),
    shown_pots.PotExhibit: _of(
        document="variant limit mix stakes boards jackpots",
        number="button rake drop",
        part="seats acts shows pots fees marks",
    ),
    shown_pots.PotSeatShown: _of(
        player="player",
        cards="hole up held",
        number="seat dealt_in present stack folded mucked put_in awarded due stack_after net award cash_out cash_out_fee",
    ),
    shown_pots.PotAct: _of(
        document="act street words notes", number="index seat amount to pot", time="at", part="cards marks"
    ),
    shown_pots.PotCards: _of(cards="up down away shown board", number="run stays"),
    shown_pots.PotMark: _of(document="code due check says clause", number="seat ruled"),
    shown_pots.PotShow: _of(number="act seat mucked", cards="cards"),
    shown_pots.PotShown: _of(
        number="pot amount eligible winners rake drop recorded", part="shares recorded_shares"
    ),
    shown_pots.PotShare: _of(number="seat amount run", document="half"),
    shown_pots.PotFee: _of(document="kind", number="amount pot"),
}
