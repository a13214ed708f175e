"""Hypotheses of contradicted terms: posts, sizes of bets, the limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.audit.incidents.caused import Fact
from rules.audit.table_causes.lines_put_otherwise import (
    Record,
    TableHypothesis,
    TableLines,
    Value,
    hands_with,
)
from rules.checks.support.check import money_text
from rules.results import CHIPS

_POSTED = {  # of the stakes, by the kind of their posts
    "small_blind": "small blind",
    "big_blind": "big blind",
    "ante": "ante",
    "bring_in": "bring-in",
}
_OF_POSTS = ("BET009", "BET010")
_OF_SIZES = "BET005"
_SIZES = (("small_bet", "big_bet"), ("big_bet", "small_bet"))
_LIMITS = ("fixed_limit", "pot_limit", "no_limit")  # the stricter first
_LEAST_HANDS = 5
_LEAST_ALIKE = 5  # of so many posts, at most one is of another amount


def wrong_terms(lines: TableLines, facts: Counter[Fact]) -> Iterator[list[TableHypothesis]]:
    """Other values of the terms, by field; sizes of bets before limits."""
    posts, sizes = hands_with(facts, *_OF_POSTS), hands_with(facts, _OF_SIZES)
    for line, terms in lines.of("terms"):
        for name in _POSTED:
            under = _hands_under(lines, line, terms, name)
            if _many(under, posts):
                yield list(_as_posted(lines, line, terms, name, under))
        found: list[TableHypothesis] = []
        if _many(_hands_under(lines, line, terms, "big_bet"), sizes):
            found += _of_other_sizes(lines, line, terms)
        under = _hands_under(lines, line, terms, "limit")
        if _many(under, sizes) and 2 * len(_numbers(under) & sizes) >= len(under):
            found += _of_other_limits(lines, line, terms)
        yield found


def _hands_under(lines: TableLines, line: int, terms: Record, name: str) -> list[Record]:
    found: list[Record] = []
    if not _holds(terms, name):
        return found
    for at in range(line, len(lines.said)):
        record = lines.said[at]
        if record.get("event") == "terms" and ("game" in record or _holds(record, name)):
            break
        if record.get("event") == "pot_hand" and not record.get("void") and not _holds(record, name):
            found.append(record)
    return found


def _holds(record: Record, name: str) -> bool:
    return name in record or name in record.get("stakes", {})


def _numbers(hands: list[Record]) -> set[int]:
    return {each["hand"] for each in hands}


def _many(under: list[Record], found: set[int]) -> bool:
    return len(_numbers(under) & found) >= _LEAST_HANDS


def _as_posted(
    lines: TableLines, line: int, terms: Record, name: str, under: list[Record]
) -> Iterator[TableHypothesis]:
    stated = terms.get("stakes", {}).get(name)
    posted = Counter(
        act["amount"]
        for hand in under
        for act in hand.get("acts", ())
        if act["act"] == "post" and act.get("kind") == name
    )
    if stated is None or not posted:
        return
    ((amount, times),) = posted.most_common(1)
    if amount == stated or (posted.total() - times) * _LEAST_ALIKE > posted.total():
        return
    said = money_of(lines, amount)
    yield _with_stake(
        lines, line, terms, name, amount, f"{times:,} of {posted.total():,} posts are of {said}"
    )


def _of_other_sizes(lines: TableLines, line: int, terms: Record) -> Iterator[TableHypothesis]:
    """A small bet of half the big one, or a big one of twice the small, where they are neither."""
    stakes = terms.get("stakes", {})
    small, big = stakes.get("small_bet"), stakes.get("big_bet")
    if small is None or big is None or big == 2 * small:
        return
    for name, amount in (("big_bet", 2 * small), *((("small_bet", big // 2),) if not big % 2 else ())):
        said = money_of(lines, amount)
        yield _with_stake(lines, line, terms, name, amount, f"with {said} these findings are gone")


def _of_other_limits(lines: TableLines, line: int, terms: Record) -> Iterator[TableHypothesis]:
    stated = terms.get("limit")
    for limit in _LIMITS if stated is not None else ():
        if limit != stated:
            words = [str(each).replace("_", "-") for each in (stated, limit)]
            message = f"Line {line} (terms) has {words[0]} as limit; with {words[1]} these findings are gone."
            yield _otherwise(
                lines, line, {**terms, "limit": limit}, "limit", "limit", message, (stated, limit)
            )


def _with_stake(
    lines: TableLines, line: int, terms: Record, name: str, amount: int, because: str
) -> TableHypothesis:
    stated, words = terms["stakes"][name], called(name)
    message = f"Line {line} (terms) has {money_of(lines, stated)} as {words}; {because}."
    record = {**terms, "stakes": {**terms["stakes"], name: amount}}
    return _otherwise(lines, line, record, f"stakes.{name}", words, message, (stated, amount))


def _otherwise(
    lines: TableLines,
    line: int,
    record: Record,
    field: str,
    words: str,
    message: str,
    values: tuple[Value, Value],
) -> TableHypothesis:
    return TableHypothesis(
        title=f"The hands contradict the {words} that the terms name",
        message=message,
        line=line,
        field=field,
        stated=values[0],
        implied=values[1],
        edited=lines.with_lines({line: record}),
    )


def called(name: str) -> str:
    return name.replace("_", " ").replace("bring in", "bring-in")


def money_of(lines: TableLines, amount: int) -> str:
    """An amount in a log's currency, or a tournament's chips."""
    _, session = next(lines.of("session"))
    return money_text(amount, CHIPS if "tournament" in session else session["currency"])
