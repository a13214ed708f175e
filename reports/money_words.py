"""The only sentences on an audit's money.

They say what was tested; that nothing was wrong, only where it is known of every hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reports.formatting import CHIPS, count, listed, money
from rules.parties import ACCOUNT, CHIPS_UNIT, HOUSE, JACKPOT, UNKNOWN
from rules.results import (
    MONEY_KINDS,
    Amounts,
    Audit,
    CorrectedAmount,
    Finding,
    Incident,
    Lacking,
    MoneyKind,
    MoneyTotal,
    NotKnown,
)

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
_WHETHER: dict[MoneyKind, str] = {
    "misallocated": "Whether money was misallocated",
    "over_collected": "Whether money was over-collected",
    "under_collected": "Whether money was under-collected",
    "to_nobody": "Whether money went to or came from nobody",
    "unaccounted": "Whether the accounts close",
    "misrecorded": "Whether an amount was misrecorded",
}
_NO_ACCOUNT = "No money of an account is unaccounted for"
_OF_EVENTS: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "under_collected")
KIND_LABELS: dict[MoneyKind, str] = {
    "misallocated": "Misallocated",
    "over_collected": "Over-collected",
    "under_collected": "Under-collected",
    "to_nobody": "To or from nobody",
    "unaccounted": "Unaccounted for",
    "misrecorded": "Misrecorded",
}
_ALWAYS: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "to_nobody")
_OWED: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "under_collected", "to_nobody")
_PARTIES = {HOUSE: "the house", JACKPOT: "the jackpot account", "account:prizes": "the prize account",
            "account:ranking": "the ranking account", "account:royal": "the royal account",
            "nobody": "nobody", "unknown": "a player who is not on record", "staff": "the staff"}  # fmt: skip
_MOST_REASONS = 2
_MOST_FIGURES = 3


ENTRY_WORDS = {
    "pair": "a result",
    "award": "a pot",
    "hand_fee": "a fee for the hand",
    "rake": "rake",
    "jackpot": "a drop",
    "time": "time",
    "toke": "a toke",
}


def party_words(party: str) -> str:
    """Party in words; a player's id unchanged."""
    if party.startswith(ACCOUNT):
        return _PARTIES.get(party, f"account {party.removeprefix(ACCOUNT)}")
    return _PARTIES.get(party, party)


def begun(sentence: str) -> str:
    """Sentence with a capital, unless it begins with a player's id."""
    capital = sentence.startswith(("the ", "account "))
    return sentence[:1].upper() + sentence[1:] if capital else sentence


def kind_words(kind: MoneyKind) -> str:
    return _DONE[kind]


def unit_of(unit: str) -> str:
    return CHIPS if unit == CHIPS_UNIT else unit


def found(amounts: Amounts, *, tried: bool = False) -> list[str]:
    """Sentences by kind: "$4.00 was misallocated"; none for nothing."""
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
    """Amounts of every unit; empty: none."""
    if audit.money is None:
        return ""
    return listed([each for total in audit.money for each in found(total, tried=audit.what_if)])


def statements(audit: Audit) -> list[str]:
    """Sentences by kind and unit: what is known, of how many hands, and why the rest is not."""
    return [says for _, says in by_kind(audit)]


def by_kind(audit: Audit) -> list[tuple[str, str]]:
    """Kinds with what is known: ("Over-collected", "Nothing was …")."""
    if audit.money is None or not (audit.hands or audit.event):
        return []
    several = len(audit.money) > 1
    labels = {**KIND_LABELS, "misallocated": "To different players"} if audit.what_if else KIND_LABELS
    return [
        (labels[kind], says)
        for total in audit.money
        for kind in MONEY_KINDS
        for says in (_of_event(total, kind, audit) if audit.event else _of_hands(total, kind, audit, several))
    ]


def _of_hands(total: MoneyTotal, kind: MoneyKind, audit: Audit, several: bool) -> Iterator[str]:
    if _is_said(total, kind):
        yield _statement(total, kind, audit.hands, several=several, tried=audit.what_if)


def _is_said(total: MoneyTotal, kind: MoneyKind) -> bool:
    """Whether a kind has a sentence; that no money was misallocated is not said while some may have gone to nobody."""
    if getattr(total, kind) or kind == "unaccounted":
        return True
    elsewhere = (
        kind == "misallocated" and not total.not_known[kind].hands and total.not_known["to_nobody"].hands
    )
    return kind in _ALWAYS and not elsewhere


def _of_event(total: MoneyTotal, kind: MoneyKind, audit: Audit) -> Iterator[str]:
    """Sentence on an event's money, by lines."""
    amount, unknown, of_chips = getattr(total, kind), total.not_known[kind], total.unit == CHIPS_UNIT
    if not amount and kind != "unaccounted" and (of_chips or kind not in _OF_EVENTS):
        return
    nothing = _NO_ACCOUNT if kind == "unaccounted" and not of_chips else _NOTHING[kind]
    lines = count(unknown.hands, "line")
    if amount:
        more = (
            f" Of {lines} of the file it is not known whether it is more{_why(unknown)}."
            if unknown.hands
            else ""
        )
        yield f"{_known(total, kind, audit.what_if)}.{more}"
    elif amount is not None and unknown.hands:
        yield f"{nothing} where the record shows it; of {lines} of the file it is not known{_why(unknown)}."
    elif amount is not None:
        yield f"{nothing}."
    elif unknown.hands:
        yield f"{_WHETHER[kind]} is not known{_why(unknown)}."


def _statement(total: MoneyTotal, kind: MoneyKind, hands: int, *, several: bool, tried: bool) -> str:
    amount, unknown = getattr(total, kind), total.not_known[kind]
    what = "account" if kind == "unaccounted" else "hand"
    where = f" in {total.unit}" if several else ""
    if amount:
        return f"{_known(total, kind, tried)}{where}.{_more(total, kind, hands, what, tried)}"
    nothing = f"{(_NOTHING_TRIED if tried else _NOTHING)[kind]}{where}"
    if amount is None:
        return _not_known(total, kind, unknown, what, where)
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
    """Hands with perhaps more, after a known amount."""
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


def _not_known(total: MoneyTotal, kind: MoneyKind, unknown: NotKnown, what: str, where: str) -> str:
    if kind == "unaccounted":
        return f"Whether the accounts of chips close is not known{where}{_why(unknown)}."
    fees = {"over_collected": "over-collected", "under_collected": "under-collected"}
    subject = f"Whether fees were {fees[kind]}" if kind in fees else _WHETHER[kind]
    return f"{subject} is not known of any {what}{where}{_why(unknown)}{_at_most(unknown, total.unit)}."


def _why(unknown: NotKnown) -> str:
    reasons = unknown.because[:_MOST_REASONS]
    more = "; and other reasons" if len(unknown.because) > _MOST_REASONS else ""
    return f" ({'; '.join(reasons)}{more})" if reasons else ""


def _at_most(unknown: NotKnown, unit: str) -> str:
    return "" if unknown.bound is None else f", at most {money(unknown.bound, unit_of(unit))}"


def nothing_owed(audit: Audit) -> str:
    """Sentence that nothing is owed, or what is unknown."""
    if audit.what_if:
        return "Nothing would have changed: in the testable hands, the controls tried give every player what is recorded."
    if audit.money is None:
        return "An earlier engine made this audit: what is owed is not known beyond what it lists."
    unknown = [(total, kind) for total in audit.money for kind in _OWED if total.not_known[kind].hands]
    if audit.event is not None:
        if not unknown and all(getattr(audit.money[0], kind) == 0 for kind in _OF_EVENTS):
            return "Nothing is owed: by the record, every player paid and was paid what was due."
        said = " ".join(dict.fromkeys(statements(audit)))
        return f"Nothing that is known is owed. {said}".strip()
    if audit.hands and not unknown:
        return "Nothing is owed: by the record, every player was paid what was due in every hand."
    says = "Nothing that is known is owed."
    gross = audit.reconciliation.gross if audit.reconciliation is not None else 0
    if not gross and any(total.misallocated and total.unit != CHIPS_UNIT for total in audit.money):
        says = "What is known to be misallocated is in no repayment: the record does not say between whom it went."
    if audit.hands:
        says += " " + " ".join(dict.fromkeys(statements(audit)))
    return says


def settlement(audit: Audit) -> list[str]:
    """Debts and amounts of nobody, a line each."""
    pays = "would have paid {whom} {amount} more" if audit.what_if else "owes {whom} {amount}"
    said = [
        f"{party_words(each.debtor or 'nobody')} "
        + pays.format(whom=party_words(each.creditor or "nobody"), amount=money(each.amount, each.unit))
        for each in audit.repayments
    ]
    return said + [_nobody_asked(each) for each in audit.lacking or []]


def _nobody_asked(each: Lacking) -> str:
    if each.party != UNKNOWN:
        return f"{lacks(each.party, each.amount, each.unit)} ({_DONE[each.kind]}), and nobody can be asked for it"
    shown = money(abs(each.amount), unit_of(each.unit))
    whose = "who lacks it" if each.amount > 0 else "who has it too much"
    return f"{shown} ({_DONE[each.kind]}): {whose} is not on record"


def lacks(party: str, amount: int, unit: str) -> str:
    """Sentence that a party lacks money, or has it (-)."""
    shown = money(abs(amount), unit_of(unit))
    return (
        f"{party_words(party)} lacks {shown}" if amount > 0 else f"{party_words(party)} has {shown} too much"
    )


def without_debt(incident: Incident, root: Finding | None, currency: str | None) -> str:
    """Parties that lack an event's money without a debt; empty: none."""
    unit = _unit(incident, currency)
    said = [lacks(each.party, each.amount, unit) for each in incident.breaks or () if each.party != UNKNOWN]
    if not incident.breaks and not incident.owes and root is not None and root.party is not None:
        if root.money_kind == "over_collected":
            said.append(f"{party_words(root.party)} has it, and who paid it is not on record")
        elif root.money_kind == "under_collected":
            said.append(f"{party_words(root.party)} lacks it, and who has it is not on record")
    return "; ".join(said)


def _unit(incident: Incident, currency: str | None) -> str:
    found = [each.unit for each in incident.money or [] if each.unaccounted]
    return found[0] if found else currency or ""


def of_incident(incident: Incident, *, tried: bool = False) -> list[str]:
    """Known money of an incident, for its effect."""
    return [each for amounts in incident.money or [] for each in found(amounts, tried=tried)]


def amounts_in_words(amounts: Iterable[Amounts], *, tried: bool = False) -> list[str]:
    """Money in few words: "$12.00 misrecorded"; none for nothing."""
    words = _TRIED if tried else _DONE
    return [
        f"{money(amount, unit_of(each.unit))} {words[kind]}"
        for each in amounts
        for kind in MONEY_KINDS
        if (amount := getattr(each, kind))
    ]


def rate(incident: Incident, findings: Iterable[Finding], currency: str | None) -> str:
    """Constant amount of a pattern: "$2.00 a player in place of $1.00 in 100 of 100 hands"; empty: not constant."""
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
    """Sentence that an incident misallocated nothing, where known."""
    amounts = incident.money[0] if incident.money else None
    wrongly = "would have gone to different players" if tried else "was misallocated"
    if amounts is None or amounts.misallocated is None:
        return f"It is not known whether money {wrongly}."
    return f"By the record, no money {wrongly} by it."


def figures(audit: Audit) -> list[tuple[str, str]]:
    """Large figures: at least misallocated and over-collected."""
    if not audit.money:
        return []
    first, words = audit.money[0], {**_DONE, "to_nobody": "to or from nobody"}
    if audit.what_if:
        words["misallocated"] = "to different players"
    return [
        (
            "not known" if (amount := getattr(first, kind)) is None else money(amount, unit_of(first.unit)),
            words[kind],
        )
        for kind in _large(first)
    ]


def _large(first: MoneyTotal) -> list[MoneyKind]:
    there = [kind for kind in MONEY_KINDS if getattr(first, kind)]
    kinds = [
        kind for kind in MONEY_KINDS if kind in there or (kind in _ALWAYS[:2] and len(there) < _MOST_FIGURES)
    ]
    return kinds[:_MOST_FIGURES]


def printed_kinds(audit: Audit) -> list[MoneyKind]:
    """Kinds of money that a report prints."""
    large = _large(audit.money[0]) if audit.money else []
    return [
        kind
        for kind in MONEY_KINDS
        if kind in large or any(getattr(total, kind) for total in audit.money or ())
    ]


def shown(amounts: Sequence[Amounts]) -> Iterator[tuple[str, str]]:
    """Amounts with words, for tables; "not known" where so."""
    for each in amounts:
        for kind in MONEY_KINDS:
            amount = getattr(each, kind)
            if amount or kind in _ALWAYS:
                yield money(amount, unit_of(each.unit)), _DONE[kind]


def corrected(each: CorrectedAmount) -> str:
    """Money by two logs: "misallocated: $4.00 by the first log, nothing by the second"."""
    one, other = corrected_sides(each)
    return f"{_DONE[each.kind]}: {one} by the first log, {other} by the second"


def corrected_sides(each: CorrectedAmount) -> tuple[str, str]:
    """Money by either log, for tables."""
    return (
        _by_log(each.before, each.before_not_known, each.unit),
        _by_log(each.after, each.after_not_known, each.unit),
    )


def went(amounts: Iterable[CorrectedAmount]) -> str:
    """Money that a correction removed: "$4.00 misallocated"; empty: none."""
    return listed(
        [
            f"{money(each.gone, unit_of(each.unit))} {_DONE[each.kind]}"
            for each in amounts
            if (each.gone or 0) > 0
        ]
    )


def _by_log(amount: int | None, unknown: NotKnown | None, unit: str) -> str:
    if unknown is None and amount is None:
        return f"no money in {unit}"
    open_hands = unknown.hands if unknown is not None else 0
    most = (
        "" if unknown is None or unknown.bound is None else f", {money(unknown.bound, unit_of(unit))} at most"
    )
    why = "" if unknown is None else _why(unknown)
    if amount is None:
        return f"not known{most}{why}"
    known = money(amount, unit_of(unit)) if amount else "nothing"
    return f"{known}, and not known of {open_hands:,} more{most}{why}" if open_hands else known
