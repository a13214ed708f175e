"""What a report, a page and the command line say of the money of an audit. No other place makes such sentences.

A sentence says only what was tested: that nothing was wrong, only where it is known of every hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reports.formatting import CHIPS, count, listed, money
from rules.parties import ACCOUNT, CHIPS_UNIT, HOUSE, JACKPOT
from rules.results import MONEY_KINDS, Amounts, Audit, Finding, Incident, MoneyKind, MoneyTotal, NotKnown

_DONE: dict[MoneyKind, str] = {
    "misallocated": "misallocated",
    "over_collected": "over-collected",
    "under_collected": "under-collected",
    "to_nobody": "went to or came from nobody",
    "unaccounted": "unaccounted for",
    "misrecorded": "misrecorded",
}
_TRIED: dict[MoneyKind, str] = {  # of what-ifs, after the amount
    **_DONE,
    "misallocated": "would have gone to different players",
    "over_collected": "would have been over-collected",
    "under_collected": "would have been under-collected",
}
_NOTHING: dict[MoneyKind, str] = {
    "misallocated": "No money was misallocated",
    "over_collected": "Nothing was over-collected",
    "under_collected": "Nothing was under-collected",
    "to_nobody": "No money went to or came from nobody",
    "unaccounted": "No chips are unaccounted for",
    "misrecorded": "No amount was misrecorded",
}
_NOTHING_TRIED = {
    **_NOTHING,
    "misallocated": "No money would have gone to different players",
    "over_collected": "Nothing would have been over-collected",
    "under_collected": "Nothing would have been under-collected",
}
_ALWAYS: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "to_nobody")
_OWED: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "under_collected", "to_nobody")
_PARTIES = {HOUSE: "the house", JACKPOT: "the jackpot account", "account:prizes": "the prize account",
            "account:ranking": "the ranking account", "account:royal": "the royal account",
            "nobody": "nobody", "unknown": "a player who is not on record", "staff": "the staff"}  # fmt: skip
_MOST_REASONS = 2
_MOST_FIGURES = 3


def party_words(party: str) -> str:
    """A party that is no player, in words; a player\'s id is returned as it is."""
    if party.startswith(ACCOUNT):
        return _PARTIES.get(party, f"account {party.removeprefix(ACCOUNT)}")
    return _PARTIES.get(party, party)


def kind_words(kind: MoneyKind) -> str:
    """What became of money of a kind: "over-collected"."""
    return _DONE[kind]


def unit_of(unit: str) -> str:
    """The currency of a unit of money, or chips."""
    return CHIPS if unit == CHIPS_UNIT else unit


def found(amounts: Amounts, *, tried: bool = False) -> list[str]:
    """What was found of each kind: "$4.00 was misallocated"; nothing of kinds of which there is none."""
    words = _TRIED if tried else _DONE
    return [
        f"{money(amount, unit_of(amounts.unit))} {_was(kind, amount, amounts.unit, tried)}{words[kind]}"
        for kind in MONEY_KINDS
        if (amount := getattr(amounts, kind))
    ]


def _was(kind: MoneyKind, amount: int, unit: str, tried: bool) -> str:
    if tried and _TRIED[kind] != _DONE[kind]:
        return ""
    many = unit == CHIPS_UNIT and amount != 1
    if kind == "unaccounted":
        return "are " if many else "is "
    if kind == "to_nobody":
        return ""
    return "were " if many else "was "


def headline(audit: Audit) -> str:
    """The amounts of every unit, for the conclusion; empty where there are none."""
    if audit.money is None:
        return ""
    return listed([each for total in audit.money for each in found(total, tried=audit.what_if)])


def statements(audit: Audit) -> list[str]:
    """A sentence or two for each kind of money, unit by unit: what is known, of how many hands, and what is not known and why."""
    return [says for _, says in by_kind(audit)]


def by_kind(audit: Audit) -> list[tuple[str, str]]:
    """The name of each kind of money, with what is known and not known of it: ("Over-collected", "Nothing was …")."""
    if audit.money is None or not audit.hands:
        return []
    several = len(audit.money) > 1
    return [
        (_DONE[kind].capitalize() if kind != "to_nobody" else "To or from nobody", says)
        for total in audit.money
        for kind in MONEY_KINDS
        if _is_said(total, kind)
        if (says := _statement(total, kind, audit.hands, several=several, tried=audit.what_if))
    ]


def _is_said(total: MoneyTotal, kind: MoneyKind) -> bool:
    """Whether a kind has a sentence. "No money was misallocated" is not said while it may have gone to nobody instead."""
    if getattr(total, kind) or kind == "unaccounted":
        return True
    elsewhere = (
        kind == "misallocated" and not total.not_known[kind].hands and total.not_known["to_nobody"].hands
    )
    return kind in _ALWAYS and not elsewhere


def _statement(total: MoneyTotal, kind: MoneyKind, hands: int, *, several: bool, tried: bool) -> str:
    amount, unknown = getattr(total, kind), total.not_known[kind]
    what = "account" if kind == "unaccounted" else "hand"
    where = f" in {total.unit}" if several else ""
    if amount:
        return f"{_known(total, kind, tried)}{where}.{_more(total, kind, hands, what, tried)}"
    nothing = f"{(_NOTHING_TRIED if tried else _NOTHING)[kind]}{where}"
    if amount is None:
        return _not_known(kind, unknown, what, where)
    if not unknown.hands:
        return f"{nothing}."
    if what == "account":
        return f"{nothing} where accounts could be compared; of {count(unknown.hands, 'player')} it is not known{_why(unknown)}."
    known = hands - unknown.hands
    return (
        f"{nothing} in {known:,} of {count(hands, what)}; in {unknown.hands:,} it is not known{_why(unknown)}"
        f"{_at_most(unknown, total.unit)}."
    )


def _known(total: MoneyTotal, kind: MoneyKind, tried: bool) -> str:
    amount = getattr(total, kind)
    words = (_TRIED if tried else _DONE)[kind]
    return f"{money(amount, unit_of(total.unit))} {_was(kind, amount, total.unit, tried)}{words}"


def _more(total: MoneyTotal, kind: MoneyKind, hands: int, what: str, tried: bool) -> str:
    """Of how many hands it is not known how much more there is, after an amount that is known."""
    unknown = total.not_known[kind]
    if not unknown.hands or what == "account":
        return ""
    most = "" if unknown.bound is None else f" ({money(unknown.bound, unit_of(total.unit))} at most)"
    did = (
        "did"
        if kind == "to_nobody"
        else _TRIED[kind]
        if _was(kind, 1, total.unit, tried) == ""
        else f"was {_DONE[kind]}"
    )
    return f" In {unknown.hands:,} of {count(hands, what)} it is not known how much more {did}{most}{_why(unknown)}."


def _not_known(kind: MoneyKind, unknown: NotKnown, what: str, where: str) -> str:
    if kind == "unaccounted":
        return f"Whether the accounts of chips close is not known{where}{_why(unknown)}."
    subject = {
        "misallocated": "Whether money was misallocated",
        "over_collected": "Whether fees were over-collected",
        "under_collected": "Whether fees were under-collected",
        "to_nobody": "Whether money went to or came from nobody",
        "misrecorded": "Whether an amount was misrecorded",
    }[kind]
    return f"{subject} is not known of any {what}{where}{_why(unknown)}."


def _why(unknown: NotKnown) -> str:
    reasons = unknown.because[:_MOST_REASONS]
    more = "; and other reasons" if len(unknown.because) > _MOST_REASONS else ""
    return f" ({'; '.join(reasons)}{more})" if reasons else ""


def _at_most(unknown: NotKnown, unit: str) -> str:
    return "" if unknown.bound is None else f", at most {money(unknown.bound, unit_of(unit))}"


def nothing_owed(audit: Audit) -> str:
    """That nothing is owed, where that is known of every hand; else what is not known of it."""
    if audit.what_if:
        return "Nothing would have changed: in the testable hands, the controls tried give every player what is recorded."
    if audit.money is None:
        return "An earlier engine made this audit: what is owed is not known beyond what it lists."
    unknown = [(total, kind) for total in audit.money for kind in _OWED if total.not_known[kind].hands]
    if audit.hands and not unknown:
        return "Nothing is owed: by the record, every player was paid what was due in every hand."
    says = "Nothing that is known is owed."
    if audit.hands:
        says += " " + " ".join(dict.fromkeys(statements(audit)))
    return says


def of_incident(incident: Incident, *, tried: bool = False) -> list[str]:
    """What is known of the money of an incident, for its effect."""
    return [each for amounts in incident.money or [] for each in found(amounts, tried=tried)]


def rate(incident: Incident, findings: Iterable[Finding], currency: str | None) -> str:
    """What a pattern has in each of its hands, where that is always the same: "$2.00 a player in place of $1.00 in 100 of 100
    hands"; empty where it is not.
    """
    root = next(iter(findings), None)
    if root is None or not incident.pattern or root.unit != "money" or incident.hands_of is None:
        return ""
    alike = {(each.stated, each.expected) for each in findings if each.code == root.code}
    if len(alike) != 1 or not isinstance(root.stated, int) or not isinstance(root.expected, int):
        return ""
    each_player = " a player" if root.seat is not None else ""
    return (
        f"{money(root.stated, currency)}{each_player} in place of {money(root.expected, currency)} in {incident.hands_of:,} of "
        f"{count(incident.hands_in_all or 0, 'hand')}"
    )


def nothing_in(incident: Incident, *, tried: bool = False) -> str:
    """That no money was misallocated by an incident, where that is known."""
    amounts = incident.money[0] if incident.money else None
    wrongly = "would have gone to different players" if tried else "was misallocated"
    if amounts is None or amounts.misallocated is None:
        return f"It is not known whether money {wrongly}."
    return f"By the record, no money {wrongly} by it."


def figures(audit: Audit) -> list[tuple[str, str]]:
    """The amounts of an audit with their labels, for the large figures: at least what was misallocated and over-collected."""
    if not audit.money:
        return []
    first, words = audit.money[0], {**_DONE, "to_nobody": "to or from nobody"}
    if audit.what_if:
        words["misallocated"] = "to different players"
    there = [kind for kind in MONEY_KINDS if getattr(first, kind)]
    kinds = [
        kind for kind in MONEY_KINDS if kind in there or (kind in _ALWAYS[:2] and len(there) < _MOST_FIGURES)
    ]
    return [
        (
            "not known" if (amount := getattr(first, kind)) is None else money(amount, unit_of(first.unit)),
            words[kind],
        )
        for kind in kinds[:_MOST_FIGURES]
    ]


def shown(amounts: Sequence[Amounts]) -> Iterator[tuple[str, str]]:
    """The amounts of each unit with their words, for tables: "$4.00", "misallocated"; "not known" where an amount is not."""
    for each in amounts:
        for kind in MONEY_KINDS:
            amount = getattr(each, kind)
            if amount or kind in _ALWAYS:
                yield money(amount, unit_of(each.unit)), _DONE[kind]
