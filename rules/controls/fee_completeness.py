"""Statements that fees need, and amounts above limits."""

from __future__ import annotations

from collections.abc import Iterator

from rules.controls.ruleset import ROOM, Ruleset

# Tables that limit or fix an amount, each with the other tables whose limit a fixed amount there must keep.
_AMOUNTS = {
    "fees.rake.hand": (),
    "fees.rake.amount": ("fees.rake.hand",),
    "fees.hand_fee.player": (),
    "fees.hand_fee.hand": (),
    "fees.time.player_hour": (),
    "fees.time.table_period": (),
    "fees.jackpot.hand": (),
    "fees.limits.hand": (),
    "fees.limits.player_hour": (),
    "fees.limits.table_hour": (),
}
_LIMITED = [path for path in _AMOUNTS if path != "fees.rake.amount"]


def fee_problems(ruleset: Ruleset) -> list[str]:
    """Fees that state too little to be checked, or contradict each other."""
    found = (*_missing(ruleset), *_beyond(ruleset), *_beyond_the_players(ruleset))
    return [f"{ruleset.file}: {each}" for each in found]


def _missing(ruleset: Ruleset) -> Iterator[str]:
    amounts = [path for path in _LIMITED if ruleset.get(path) is not None]
    if amounts and ruleset.get("fees.currency") is None:
        yield f"fees.currency: missing, and {amounts[0]} is an amount of money"
    if ruleset.get("fees.rake.kind") == "percentage" and ruleset.get("fees.rake.share") is None:
        yield "fees.rake.share: the rake is a percentage, so the most of it must be documented"
    if ruleset.get("fees.time.table_period") is not None and ruleset.get("fees.time.period") is None:
        yield "fees.time.period: missing, and fees.time.table_period is for a period"
    for path in ("fees.hand_fee.player", "fees.hand_fee.hand", "fees.jackpot.hand"):
        found = ruleset.get(path)
        if found is not None and "money" not in found and "max_money" not in found:
            yield f"{path}: neither `money` nor `max_money`, so it limits nothing"


def _beyond(ruleset: Ruleset) -> Iterator[str]:
    for path, others in _AMOUNTS.items():
        fixed = ruleset.get(f"{path}.money")
        for bound in (path, *others):
            most = ruleset.get(f"{bound}.max_money")
            if fixed is not None and most is not None and fixed > most:
                law = [each for each in ruleset.citations(f"{bound}.max_money") if not each.startswith(ROOM)]
                allows = (
                    ", ".join(law) or "what it extends"
                )  # a room's own section is none that allows it more
                yield f"{path}.money: {fixed} goes past the {most} of {bound}.max_money that {allows} allows"


def _beyond_the_players(ruleset: Ruleset) -> Iterator[str]:
    """A fixed fee of the hand above the most that a full table may pay."""
    whole, players = ruleset.get("fees.hand_fee.hand.money"), ruleset.get("table.players.max")
    each = ruleset.get("fees.hand_fee.player.max_money")
    if whole is None or each is None or players is None or whole <= each * players:
        return
    law = [cite for cite in ruleset.citations("fees.hand_fee.player.max_money") if not cite.startswith(ROOM)]
    yield (
        f"fees.hand_fee.hand.money: {whole} goes past the {each * players} that {players} players may pay together by the "
        f"{each} of fees.hand_fee.player.max_money that {', '.join(law) or 'what it extends'} allows"
    )
