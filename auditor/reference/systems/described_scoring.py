"""How a system pays for rows: players and cards, rows, bonuses, sweeps, the overall point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from auditor.reference.markdown import clauses, paragraphs, table
from auditor.reference.systems.described_words import HANDS, counted, listed, money, number, sentence, unit_of
from auditor.reference.systems.sentences import apart, cites, marked, resting, say, sentence_of
from rules.cards import ROWS
from rules.controls.ruleset import Ruleset

_ORDER = tuple(HANDS)


def table_and_cards(ruleset: Ruleset) -> str:
    """Who plays, with what, and how the cards are set."""
    get = ruleset.get
    deck, rows = get("table.deck"), get("table.rows")
    jokers = "no jokers" if not deck["jokers"] else counted(deck["jokers"], "joker")
    dealt = f"{sentence(players_in_words(ruleset))} Each is dealt {number(get('table.dealt.cards'))} cards"
    text = (
        f"{dealt} from a deck of {deck['cards']} with {jokers} and sets them in three rows: a front of "
        f"{number(rows['front'])}, a middle of {number(rows['middle'])} and a back of {number(rows['back'])}. "
        f"The back must be better than the middle, and the middle better than the front. {front_in_words(ruleset)}"
    )
    ranks = say(ruleset, "ranking.wheel", "ranking.royal", "ranking.short_row", "set_order.equal")
    foul = _foul(ruleset)
    return paragraphs(
        (
            text,
            ranks,
            foul,
            _stakes(ruleset),
            resting(cites(ruleset, "table", "ranking", "set_order", "stakes")),
        )
    )


def players_in_words(ruleset: Ruleset) -> str:
    """How many play: `two to four players`."""
    least, most = ruleset.get("table.players.min"), ruleset.get("table.players.max")
    between = "or" if most == least + 1 else "to"
    who = number(most) if least == most else f"{number(least)} {between} {number(most)}"
    return f"{who} players"


def front_in_words(ruleset: Ruleset) -> str:
    """Which hands count in front."""
    hands = [HANDS[each] for each in ruleset.get("ranking.front")][::-1]
    return f"In front only {listed(hands)} count; three cards in a row or of one suit are nothing there."


def _foul(ruleset: Ruleset) -> str:
    if ruleset.get("comparison.topology") == "pool":
        return "A hand out of order is fouled: it takes no prize."
    return say(ruleset, "set_order.foul.price")


def _stakes(ruleset: Ruleset) -> str:
    cap = ruleset.get("stakes.unit_cap")
    limit = f"A unit is worth {money(cap['max'], cap['currency'])} at most." if cap else ""
    return " ".join(each for each in (say(ruleset, "stakes.medium"), limit) if each)


def compared(ruleset: Ruleset) -> str:
    """Who settles with whom."""
    text = say(
        ruleset, "comparison.topology", "comparison.banker_seat", "comparison.row_tie",
        "comparison.tied_royalties", "comparison.tied_sweeps",
    )  # fmt: skip
    return paragraphs((text, resting(cites(ruleset, "comparison"))))


def rows(ruleset: Ruleset) -> str:
    """What rows are worth; nothing in games that do not pay for rows."""
    if ruleset.get("comparison.topology") in ("pool", "single_winner"):
        return ""
    reported = _priced(ruleset) if ruleset.get("rows.kind") == "table" else by_row(ruleset)
    return paragraphs((reported, resting(cites(ruleset, "rows"))))


def by_row(ruleset: Ruleset) -> str:
    """What each row won is worth."""
    unit, tie = ruleset.get("rows.unit"), ruleset.get("rows.tie")
    to_bank = ruleset.get("comparison.row_tie") == "banker"
    level = "" if to_bank else f" A tied row pays {'nothing' if not tie else counted(tie)}."
    return f"Each row won is worth {counted(unit, unit_of(ruleset))}, which the loser of the row pays to its winner.{level}"


def _priced(ruleset: Ruleset) -> str:
    silent = ruleset.get("rows.silent", [])
    cited = ruleset.get("rows.cited", {})
    lines = [
        (
            _outcome(outcome),
            marked(ruleset, str(units) if units else "nothing", f"rows.table.{outcome}"),
            "not stated by the document"
            if outcome in silent
            else clauses([cited[outcome]] if outcome in cited else []),
        )
        for outcome, units in ruleset.get("rows.table").items()
    ]
    introduction = "Of each two players, the one who has won more rows is paid:"
    return paragraphs(
        (introduction, table(("rows", "units", "clause"), lines), say(ruleset, "rows.per_row_too"))
    )


_OUTCOMES = {
    "3-0-0": "all three won",
    "2-1-0": "two won, one lost",
    "2-0-1": "two won, one tied",
    "1-0-2": "one won, two tied",
    "1-1-1": "one won, one lost, one tied",
    "0-0-3": "all three tied",
}


def _outcome(name: str) -> str:
    return _OUTCOMES.get(name, name)


def bonuses(ruleset: Ruleset) -> str:
    """What strong hands in a row earn."""
    priced = ruleset.get("royalty")
    if not priced:
        return ""
    kinds = sorted({(each["as"], each["when"]) for each in priced})
    tables = [
        _bonus_table(ruleset, kind, [each for each in priced if (each["as"], each["when"]) == kind])
        for kind in kinds
    ]
    rules = (say(ruleset, "royalties.both"), _tied(ruleset, priced), say(ruleset, "royalties.against_fixed"))
    return paragraphs(
        (*tables, " ".join(each for each in rules if each), resting(cites(ruleset, "royalty", "royalties")))
    )


def _tied(ruleset: Ruleset, priced: list[dict[str, Any]]) -> str:
    tied = ruleset.get("royalties.tied")
    if tied == "as_held" and all(each["when"] == "won" for each in priced):
        return marked(ruleset, sentence_of(ruleset, "royalties.tied", "as_won"), "royalties.tied")
    return say(ruleset, "royalties.tied")


def _bonus_table(ruleset: Ruleset, kind: tuple[str, str], priced: list[dict[str, Any]]) -> str:
    units = {(each["hand"], each["row"]): each["units"] for each in priced}
    hands = sorted({each["hand"] for each in priced}, key=_ORDER.index)
    there = [row for row in ROWS if any((hand, row) in units for hand in hands)]
    cited = apart([_cited(priced, hand) for hand in hands])
    lines = [
        (_hand(ruleset, hand), *(str(units.get((hand, row), "")) for row in there), clauses(mine))
        for hand, mine in zip(hands, cited, strict=True)
    ]
    introduction = marked(ruleset, f"{_INSTEAD[kind[0]]} {_WHEN[kind[1]]}", "royalty.when")
    return paragraphs((introduction, table((_HEADS[kind[0]], *there, "clause"), lines)))


_HEADS = {"extra": "bonus units for", "total": "units for a row won with"}
_INSTEAD = {
    "extra": "Strong hands in a row earn bonus units on top of what the rows pay,",
    "total": "A row that is won with a strong hand pays more: the units below in place of its one unit,",
}
_WHEN = {
    "held": "from each opponent, whether the row is won or lost.",
    "won": "from each opponent who loses the row to it.",
    "net_winner": "from each opponent against whom the player wins in all.",
    "won_by_net_winner": "from each opponent who loses the row to it and loses in all.",
}


def _hand(ruleset: Ruleset, hand: str) -> str:
    royal = hand == "straight_flush" and ruleset.get("ranking.royal") == "straight_flush"
    return HANDS[hand].removeprefix("a ") + (", royal flush" if royal else "")


def _cited(priced: Iterable[dict[str, Any]], hand: str) -> list[str]:
    found = [each["cite"] for each in priced if each["hand"] == hand]
    return list(
        dict.fromkeys(clause for cite in found for clause in ([cite] if isinstance(cite, str) else cite))
    )


def sweeps(ruleset: Ruleset) -> str:
    """What winning all three rows earns, from one opponent and from all."""
    parts = {name: each for name in ("pair", "table") if (each := _sweep(ruleset, name))}
    tie = say(ruleset, f"sweep.{next(iter(parts))}.two_and_a_tie") if parts else ""
    return paragraphs((*parts.values(), tie, resting(cites(ruleset, "sweep")) if parts else ""))


def _sweep(ruleset: Ruleset, name: str) -> str:
    rule = ruleset.get(f"sweep.{name}")
    if not rule:
        return ""
    if rule["op"] == "multiply" and rule["factor"] == 1:
        nothing = "All three rows won pay no more than the rows themselves."
        return marked(ruleset, nothing, "sweep.pair.factor") if name == "pair" else ""
    if name == "pair":
        text = f"A player who wins all three rows from an opponent is paid {_paid(rule)}."
        figure = "sweep.pair.units" if "units" in rule else "sweep.pair.factor"
        return f"{marked(ruleset, text, figure)} {say(ruleset, 'sweep.pair.scope')}".strip()
    text = f"A player who wins all three rows from every opponent is paid {_paid(rule)} by each of them."
    few = rule.get("min_opponents")
    least = f"It takes {number(few)} opponents at least." if few and few > 1 else ""
    conditions = say(ruleset, "sweep.table.needs", "sweep.table.scope")
    least = marked(ruleset, least, "sweep.table.min_opponents") if least else ""
    sentences = (marked(ruleset, text, "sweep.table.units", "sweep.table.factor"), least, conditions)
    return " ".join(each for each in sentences if each)


def _paid(rule: dict[str, Any]) -> str:
    if rule["op"] == "multiply":
        return {2: "double", 3: "triple"}.get(rule["factor"], f"{rule['factor']} times as much")
    return f"{counted(rule['units'])} {'extra' if rule['op'] == 'add' else 'in all for the rows'}"


def overall(ruleset: Ruleset) -> str:
    """The overall point."""
    units = ruleset.get("overall_point.units")
    if units is None:
        return ""
    text = f"The net winner of a pair is paid {counted(units)} more, the overall point; a pair that comes to nothing has none."
    details = ("overall_point.basis", "overall_point.with_fixed")
    both = ("overall_point.beside_sweep",) if ruleset.get("sweep.pair") else ()
    return paragraphs((f"{text} {say(ruleset, *details, *both)}", resting(cites(ruleset, "overall_point"))))


def scoring(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(heading, text) of each part that the system has."""
    yield "Players, cards and rows", table_and_cards(ruleset)
    yield "Who settles with whom", compared(ruleset)
    yield "Rows", rows(ruleset)
    yield "Bonuses", bonuses(ruleset)
    yield "Sweeps", sweeps(ruleset)
    yield "The overall point", overall(ruleset)
