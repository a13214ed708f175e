"""Money unaccounted across a day's sessions, beside theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.audit.money.amounts_of_nobody import of_findings
from rules.audit.money.counted_findings import signed
from rules.parties import UNKNOWN
from rules.results import MONEY_KINDS, Audit, Finding, MoneyTotal, NotKnown, PartyMoney


def with_money_of_day(audit: Audit, findings: Sequence[Finding], units: Mapping[str, str]) -> Audit:
    """An audit of a day's sessions with money unaccounted across them. units: by session."""
    own = [each for each in findings if each.money_kind == "unaccounted" and each.money]
    if audit.money is None or not own:
        return audit
    money, parties, lacking = list(audit.money), list(audit.parties or []), list(audit.lacking or [])
    for each in own:
        unit = units[each.session]
        _add_to_total(money, unit, each.money or 0)
        _add_to_party(parties, unit, each.party or UNKNOWN, -signed(each))
        lacking += of_findings([each], unit)
    lacking.sort(key=lambda each: (-abs(each.amount), each.unit, each.party, each.kind))
    return msgspec.structs.replace(audit, money=money, parties=parties, lacking=lacking)


def _add_to_total(money: list[MoneyTotal], unit: str, amount: int) -> None:
    at = next((at for at, each in enumerate(money) if each.unit == unit), None)
    if at is None:
        amounts = dict.fromkeys(MONEY_KINDS)
        nothing = {kind: NotKnown(hands=0, bound=None, because=[]) for kind in MONEY_KINDS}
        money.append(MoneyTotal(unit=unit, **(amounts | {"unaccounted": amount}), not_known=nothing))
    else:
        total = money[at]
        money[at] = msgspec.structs.replace(total, unaccounted=(total.unaccounted or 0) + amount)


def _add_to_party(parties: list[PartyMoney], unit: str, party: str, amount: int) -> None:
    at = next((at for at, each in enumerate(parties) if (each.unit, each.party) == (unit, party)), None)
    if at is None:
        parties.append(
            PartyMoney(party=party, unit=unit, hands=None, recorded=None, due=None, unaccounted=amount)
        )
    else:
        row = parties[at]
        parties[at] = msgspec.structs.replace(row, unaccounted=row.unaccounted + amount)
