"""Differences of an event's money in one place: pools, and findings of one amount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.audit.money.counted_findings import signed
from rules.audit.money.event_pools import PaymentPool, PoolMoney, pool_money
from rules.parties import CHIPS_UNIT, HOUSE, PRIZES, UNKNOWN, account_party, is_player, party_of
from rules.results import Finding, MoneyKind

Lack = tuple[str, int, MoneyKind]  # a party, what it lacks (-: has too much), and the kind
_SHOWN_BY_PAYMENTS = ("JKP017", "JKP028")  # figures from which payments of their line follow
_OF_TOTALS = ("TRN025", "TRN026", "TRN029")
_OF_LOG_AND_LEDGER = "JKP021"
_OF_LEVELS = "JKP034"
_OF_COUNTS = "JKP012"  # whose money `event_counts` has
_NOT_RETURNED = "TRN060"


class EventRow(Struct, frozen=True):
    """One difference. what: begins a sentence. owed: by player, due from others (+) or to them. taken: by taker and payer, too
    much (+) or too little.

    lacking: nobody can be asked for it. findings: fingerprints; unsettled: part is unknown.
    """

    what: str
    unit: str
    lines: tuple[int, ...]
    amounts: Mapping[MoneyKind, int]
    findings: tuple[str, ...]
    account: str = UNKNOWN
    owed: Mapping[str, int] = {}
    taken: Mapping[tuple[str, str], int] = {}
    lacking: tuple[Lack, ...] = ()
    unsettled: bool = False


def rows_of_pools(pools: Iterable[PaymentPool], findings: Sequence[Finding], unit: str) -> list[EventRow]:
    """Pools that differ from their due."""
    found = ((pool, pool_money(pool)) for pool in pools)
    return [_row(pool, money, findings, unit) for pool, money in found if money]


def _row(pool: PaymentPool, money: PoolMoney, findings: Sequence[Finding], unit: str) -> EventRow:
    amounts: dict[MoneyKind, int] = {
        "misallocated": money.misallocated,
        "over_collected": sum(money.kept.values()),
        "under_collected": sum(money.paid.values()),
        "misrecorded": money.noted,
    }
    taken = {(pool.account, party): each for party, each in money.kept.items() if is_player(party)}
    taken |= {(pool.account, party): -each for party, each in money.paid.items() if is_player(party)}
    lacking: list[Lack] = [
        (party, each, "over_collected") for party, each in money.kept.items() if not is_player(party)
    ]
    paid = sum(each for party, each in money.paid.items() if not is_player(party))
    if paid:
        lacking.append((pool.account, paid, "under_collected"))
    differing = {each.party for each in pool.payments if each.has != each.due or each.written_wrong}
    told = [each for each in findings if _tells(each, pool, differing)]
    return EventRow(
        what=pool.what,
        unit=unit,
        lines=pool.lines or tuple(sorted({each.line for each in told if each.line is not None})),
        amounts=amounts,
        findings=tuple(each.fingerprint for each in told),
        account=pool.account,
        owed=money.owed,
        taken=taken,
        lacking=tuple(lacking),
        unsettled=bool(money.rest),
    )


def _tells(finding: Finding, pool: PaymentPool, differing: set[str]) -> bool:
    if finding.code not in pool.codes or (pool.lines and finding.line not in pool.lines):
        return False
    if finding.account is not None and account_party(finding.account) != pool.account:
        return False
    return finding.player is None or party_of(finding.player) in differing


# ---------------------------------------------------------------- findings of one amount


def rows_of_findings(findings: Sequence[Finding], of_pools: Sequence[EventRow], unit: str) -> list[EventRow]:
    """Findings whose amount no pool has, each counted once."""
    shown = {each for row in of_pools for each in row.findings}
    booked = {each.line for each in findings if each.code == "JKP010"}
    found: list[EventRow] = []
    seen: set[tuple[object, ...]] = set()
    for each in _single(findings):
        key = (each.line, each.money_kind, each.party, each.player, each.account, each.total)
        repeated = key in seen or (each.code in _SHOWN_BY_PAYMENTS and each.fingerprint in shown)
        if not repeated and not (each.code == "JKP009" and each.line in booked):
            found.append(_of_finding(each, unit))
        seen.add(key)
    found += _levels(findings, unit)
    found += _of_both_books(findings, unit)
    found += _not_returned(findings, [*of_pools, *found], unit)
    return [each for each in found if any(each.amounts.values())]


def _single(findings: Iterable[Finding]) -> Iterator[Finding]:
    totals: dict[str | None, Finding] = {}
    for each in findings:
        if each.money_kind is None or each.code in (
            _NOT_RETURNED,
            _OF_LOG_AND_LEDGER,
            _OF_LEVELS,
            _OF_COUNTS,
        ):
            continue
        if each.code not in _OF_TOTALS:
            yield each
        elif each.total not in totals or (totals[each.total].money or 0) < (each.money or 0):
            totals[each.total] = each
    yield from totals.values()


def _of_finding(each: Finding, unit: str) -> EventRow:
    kind, chips = each.money_kind, each.unit == CHIPS_UNIT
    assert kind is not None
    amount = abs(each.difference or 0) if chips else each.money or 0
    account = each.party if each.party is not None and not is_player(each.party) else HOUSE
    taken: dict[tuple[str, str], int] = {}
    lacking: tuple[Lack, ...] = ()
    if kind == "unaccounted":
        lacking = ((each.party or UNKNOWN, signed(each), kind),)
    elif kind in ("over_collected", "under_collected"):
        over = kind == "over_collected"
        if payer := _payer(each):
            taken = {(account, payer): amount if over else -amount}
        else:
            lacking = ((UNKNOWN if over else account, amount, kind),)
    return EventRow(
        what=each.name.replace("-", " ").capitalize(),
        unit=CHIPS_UNIT if chips else unit,
        lines=(each.line,) if each.line is not None else (),
        amounts={kind: amount},
        findings=(each.fingerprint,),
        account=account,
        taken=taken,
        lacking=lacking,
    )


def _payer(each: Finding) -> str | None:
    if each.player is not None:
        return party_of(each.player)
    if each.code == "JKP011":
        return PRIZES
    own = account_party(each.account) if each.account is not None else each.party
    return own if own != each.party else None


def _levels(findings: Iterable[Finding], unit: str) -> Iterator[EventRow]:
    """Misread levels. One that the account's next sets right counts once, with that one."""
    before: dict[str | None, Finding] = {}
    for each in findings:
        if each.code != _OF_LEVELS:
            continue
        last = before.pop(each.account, None)
        if last is not None and (last.difference or 0) + (each.difference or 0) == 0:
            yield _of_level(unit, last, each)
            continue
        if last is not None:
            yield _of_level(unit, last)
        before[each.account] = each
    yield from (_of_level(unit, each) for each in before.values())


def _of_level(unit: str, *findings: Finding) -> EventRow:
    return EventRow(
        what="The balances",
        unit=unit,
        lines=tuple(each.line for each in findings if each.line is not None),
        amounts={"misrecorded": findings[0].money or 0},
        findings=tuple(each.fingerprint for each in findings),
    )


def _of_both_books(findings: Iterable[Finding], unit: str) -> Iterator[EventRow]:
    """Hits with other amounts in a table's log: one is misrecorded."""
    by_line: dict[int | None, list[Finding]] = {}
    for each in findings:
        if each.code == _OF_LOG_AND_LEDGER:
            by_line.setdefault(each.line, []).append(each)
    for line, apart in by_line.items():
        amounts = [each.difference or 0 for each in apart]
        more, less = (sum(max(sign * amount, 0) for amount in amounts) for sign in (1, -1))
        yield EventRow(
            what="The amounts of a hit",
            unit=unit,
            lines=(line,) if line is not None else (),
            amounts={"misrecorded": max(more, less)},
            findings=tuple(each.fingerprint for each in apart),
        )


def _not_returned(findings: Iterable[Finding], rows: Iterable[EventRow], unit: str) -> Iterator[EventRow]:
    short = sum(
        amount
        for row in rows
        for (account, _), amount in row.taken.items()
        if account == PRIZES and amount > 0
    )
    for each in findings:
        rest = max((each.money or 0) - short, 0)
        if each.code == _NOT_RETURNED and rest:
            yield EventRow(
                what="The buy-ins",
                unit=unit,
                lines=(each.line,) if each.line is not None else (),
                amounts={"over_collected": rest},
                findings=(each.fingerprint,),
                account=PRIZES,
                lacking=((UNKNOWN, rest, "over_collected"),),
            )
