"""What open-face hands pay: rows and the scoop, royalties, fouls, and the penalties of an event."""

from __future__ import annotations

from typing import Any

from auditor.reference.markdown import clauses, paragraphs, table
from auditor.reference.systems.described_scoring import by_row
from auditor.reference.systems.described_words import HANDS, MANY, counted, unit_of
from auditor.reference.systems.sentences import cites, marked, pointed, resting, say
from rules.cards import RANKS
from rules.controls.ruleset import Ruleset, as_list

ORDER = tuple(HANDS)


def rows_and_scoop(ruleset: Ruleset) -> str:
    """What a row is worth, and all three."""
    unit, rule = unit_of(ruleset), ruleset.get("sweep.pair")
    all_rows = 3 * ruleset.get("rows.unit")
    if rule["op"] == "add":
        worth = f"{counted(rule['units'], unit)} more, {all_rows + rule['units']} in all"
    else:
        worth = f"{counted(rule['units'], unit)} in all for them, and not {all_rows}"
    scoop = f"A player who wins all three rows from an opponent has scooped him and is paid {worth}."
    scoop = marked(ruleset, scoop, "sweep.pair.units", "sweep.pair.op")
    return paragraphs(
        (
            by_row(ruleset),
            f"{scoop} {say(ruleset, 'sweep.pair.two_and_a_tie')}",
            resting(cites(ruleset, "rows", "sweep")),
        )
    )


def royalties(ruleset: Ruleset) -> str:
    """What strong rows earn by themselves."""
    priced = ruleset.get("royalty")
    ranked = [each for each in priced if "rank" in each]
    others = [each for each in priced if "rank" not in each]
    when = marked(ruleset, _WHEN[priced[0]["when"]], "royalty.when")
    introduction = f"A legal hand earns royalties for strong rows, from each opponent, on top of what the rows pay. {when}"
    rules = f"{say(ruleset, 'royalties.both')} What is not in these lists earns nothing."
    return paragraphs(
        (
            introduction,
            _by_rank(ruleset, ranked),
            _by_hand(ruleset, others),
            rules,
            resting(cites(ruleset, "royalties")),
        )
    )


_WHEN = {
    "held": "They are paid whether the row is won or lost.",
    "won": "They are paid by those opponents only who lose the row to it.",
}
Priced = list[dict[str, Any]]


def _by_rank(ruleset: Ruleset, priced: Priced) -> str:
    """The front, where the rank of a pair or of three of a kind makes the price."""
    lines = []
    for rank in RANKS:
        found = {each["hand"]: each for each in priced if each["rank"] == rank}
        reported = [str(found[hand]["units"]) if hand in found else "" for hand in ("pair", "trips")]
        cited = [clause for each in found.values() for clause in as_list(each["cite"])]
        lines.append([MANY[rank], *reported, clauses(cited)])
    return table((f"{unit_of(ruleset)}s in front for", "a pair", "three of a kind", "clause"), lines)


def _by_hand(ruleset: Ruleset, priced: Priced) -> str:
    lines = []
    for hand in sorted({each["hand"] for each in priced}, key=ORDER.index):
        found = {each["row"]: each for each in priced if each["hand"] == hand}
        reported = [str(found[row]["units"]) if row in found else "" for row in ("middle", "back")]
        cited = [clause for each in found.values() for clause in as_list(each["cite"])]
        lines.append([HANDS[hand].removeprefix("a "), *reported, clauses(cited)])
    return table((f"{unit_of(ruleset)}s for", "middle", "back", "clause"), lines)


def fouls(ruleset: Ruleset) -> str:
    """What a hand out of order costs."""
    what = "A hand is fouled where a row ranks above the one behind it."
    costs = marked(ruleset, _costs(ruleset), "sweep.pair.units")
    path = "set_order.foul"
    own = say(ruleset, f"{path}.royalties", f"{path}.own_royalties")
    two = pointed(
        ruleset, say(ruleset, f"{path}.against_foul"), "AMB-OFC1-foul-vs-foul", "AMB-CARN-foul-vs-foul"
    )
    ruled = "A hand that the floor ruled fouled or dead pays the same, whatever its cards are."
    return paragraphs((f"{what} {costs} {own} {two}", ruled, resting(cites(ruleset, "set_order.foul"))))


def _costs(ruleset: Ruleset) -> str:
    unit, sweep = unit_of(ruleset), ruleset.get("sweep.pair")
    if ruleset.get("set_order.foul.price") == "flat":
        flat = counted(ruleset.get("set_order.foul.units"), unit)
        return f"It pays {flat} to each player who was dealt in and has a legal hand, whatever the rows are."
    rows = 3 * ruleset.get("rows.unit")
    whole = rows + sweep["units"] if sweep["op"] == "add" else sweep["units"]
    return f"It loses to each legal hand as if it had been scooped, {counted(whole, unit)}."


def penalties(ruleset: Ruleset) -> str:
    """What a missed hand costs, and a card that was shown out of turn."""
    parts = [_missed(ruleset), _exposed(ruleset)]
    return paragraphs((*parts, resting(cites(ruleset, "penalties")))) if any(parts) else ""


def _missed(ruleset: Ruleset) -> str:
    rules, path = ruleset.get("penalties.missed_hand"), "penalties.missed_hand"
    if rules is None:
        return ""
    units = counted(rules["units"], unit_of(ruleset))
    text = f"A player who misses a hand pays {units} to each active player, and none of their royalties."
    two = marked(ruleset, "Two players who miss the same hand owe each other nothing.", f"{path}.units")
    return f"{text} {say(ruleset, f'{path}.active', f'{path}.receives')} {two}"


def _exposed(ruleset: Ruleset) -> str:
    rules, path = ruleset.get("penalties.exposed_card"), "penalties.exposed_card"
    if rules is None:
        return ""
    units = counted(rules["units"], unit_of(ruleset))
    text = pointed(
        ruleset,
        f"A card shown out of turn costs its player {units} to each active opponent.",
        "AMB-OFC1-recipient",
    )
    return f"{text} {say(ruleset, f'{path}.active')} It is paid where the log has the ruling of a penalty."
