"""What a system pays in addition to the rows, and how it is settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.reference.markdown import clauses, paragraphs, table
from auditor.reference.systems.described_fees import fees
from auditor.reference.systems.described_procedures import handled
from auditor.reference.systems.described_words import HANDS, counted, listed, number, rank, sentence
from auditor.reference.systems.sentences import (
    apart,
    cites,
    marked,
    noun,
    open_points,
    resting,
    say,
    sentence_of,
)
from rules.cards import ROWS
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset, as_list


def specials(ruleset: Ruleset) -> str:
    """The special hands: what they are worth, and what passes between two of them."""
    if not ruleset.get("naturals.list"):
        return ""
    of_one = f"{say(ruleset, 'naturals.declare', 'naturals.waivable')} {_wins(ruleset)}"
    of_two = say(ruleset, "naturals.against_natural", "naturals.equal", "naturals.equal_value")
    cards = say(
        ruleset, "naturals.layout", "naturals.quads_as_two_pairs", "naturals.straight_flush_counts",
        "naturals.ace_low", "naturals.ace_low_rank", "naturals.several", "naturals.false_claim",
    )  # fmt: skip
    first = f"A {noun(ruleset)} is made by all thirteen cards. {of_one}"
    return paragraphs((first, of_two, _listed(ruleset), cards, resting(cites(ruleset, "naturals"))))


def _wins(ruleset: Ruleset) -> str:
    path = "naturals.against_ordinary"
    with_bank = ruleset.get("comparison.topology") == "banker" and ruleset.get(path, "value") == "value"
    return marked(
        ruleset, sentence_of(ruleset, path, "banker" if with_bank else ruleset.get(path, "value")), path
    )


def _listed(ruleset: Ruleset) -> str:
    items = ruleset.get("naturals.list")
    ranked = len({each.get("rank") for each in items}) > 1
    broken = any(each.get("tiebreak", "none") != "none" for each in items)
    cited = apart([as_list(each["cite"]) for each in items])
    head = [noun(ruleset), "what it is", "units"]
    head += ["rank"] * ranked + ["between two"] * broken + ["clause"] * any(cited)
    lines = [_natural(ruleset, each, ranked, broken) for each in items]
    return table(head, [[*line, clauses(mine)][: len(head)] for line, mine in zip(lines, cited, strict=True)])


def _natural(ruleset: Ruleset, item: dict[str, Any], ranked: bool, broken: bool) -> list[str]:
    points = [
        f"[{point}]"
        for key in ("pattern", "except", "pictures", "units", "low", "high")
        for point in open_points(ruleset).get(f"naturals.list.{key}", ())
        if _sets(point, item["id"], key)
    ]
    what = made_of(item) + (f" ({', '.join(dict.fromkeys(points))})" if points else "")
    units = "not stated" if item.get("units") is None else str(item["units"])
    cells = [name_of(item["id"]), what, units]
    cells += [str(item.get("rank", ""))] * ranked
    cells += [_TIEBREAKS[item.get("tiebreak", "none")]] * broken
    return cells


def _sets(point: str, item: str, key: str) -> bool:
    """Whether a reading of an ambiguity sets the key of this item."""
    readings = ambiguities()[point].readings.values()
    return any(f"naturals.list[{item}].{key}" in each.sets for each in readings)


_TIEBREAKS = {
    "none": "tied",
    "pairs": "the highest pair, then the next",
    "pairs_then_odd_card": "the pairs, then the odd card",
    "back_middle_front": "back, then middle, then front",
    "poker_hands": "back, then middle, then front, as poker hands",
}
_NAMES = {
    "six_and_half_pairs": "Six and a half pairs",
    "five_pairs_and_trips": "Five pairs and three of a kind",
    "four_trips": "Four threes of a kind",
    "three_quads": "Three fours of a kind",
    "twelve_one_colour": "Twelve of one colour",
    "same_colour": "One colour",
}


def name_of(natural: str) -> str:
    """What a special hand is called."""
    return _NAMES.get(natural, natural.replace("_", " ").capitalize())


_MADE_OF = {
    "three_straights": "straights in back and middle, three cards in a row in front",
    "three_flushes": "flushes in back and middle, three cards of a suit in front",
    "six_pairs": "six pairs and an odd card",
    "thirteen_ranks": "one card of each rank, in any suits",
    "five_pairs_and_trips": "five pairs and three of a kind",
    "four_trips_and_odd": "four times three of a kind and an odd card",
    "three_quads_and_odd": "three times four of a kind and an odd card",
    "three_straight_flushes": "straight flushes in all three rows, the front of three cards",
    "one_suit": "all thirteen cards of one suit",
}
_PICTURES = {"J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


def made_of(item: dict[str, Any]) -> str:
    """What makes a special hand."""
    pattern = item["pattern"]
    pictures = [_PICTURES[each] for each in item.get("pictures", "JQK")]
    if pattern == "colour_split":
        few = item["minority"]
        rest = f" and {number(few)} of the other" if few else ""
        return f"{number(13 - few)} cards of one colour, red or black{rest}"
    if pattern == "rank_range":
        return f"every card from {_rank(item['low'])} to {_rank(item['high'])}"
    if pattern == "all_pictures":
        return f"twelve pictures ({listed(pictures)}) and any thirteenth card"
    if pattern == "no_pictures":
        return f"no {listed([each.rstrip('s') for each in pictures], 'or')}"
    without = _MADE_OF.get(item.get("except", "none"))
    return _MADE_OF[pattern] + (f", but not {without}" if without else "")


def _rank(letter: str) -> str:
    return "ace" if letter == "A" else rank(letter)


def surrender(ruleset: Ruleset) -> str:
    """What a surrender costs."""
    if not ruleset.get("surrender.allowed"):
        return ""
    units, payees = ruleset.get("surrender.amount.units"), ruleset.get("surrender.payees")
    text = f"A player may give up his hand. It costs {counted(units)} {sentence_of(ruleset, 'surrender.payees', payees)}."
    text = marked(ruleset, text, "surrender.amount.units", "surrender.payees")
    meets = say(ruleset, "surrender.against_natural", "surrender.royalties")
    both = ruleset.get("surrender.against_surrender")
    two = f"Two players who both surrender pay each other {'nothing' if not both else counted(both)}."
    return paragraphs((f"{text} {two} {meets}", resting(cites(ruleset, "surrender"))))


def pool(ruleset: Ruleset) -> str:
    """What is put into the pool and who takes it."""
    ante = ruleset.get("pool.ante")
    if ante is None:
        return ""
    prize = ruleset.get("pool.prize_units")
    text = (
        f"Each player puts {counted(ante)} into the pool before the deal. The best front hand of the table, the best "
        f"middle hand and the best back hand take {counted(prize)} each."
    )
    extra = ruleset.get("pool.all_rows.extra")
    more = f"A player who has the best of all three rows by himself is paid {counted(extra)} more by each of the others."
    return paragraphs(
        (
            f"{text} {say(ruleset, 'pool.prize', 'pool.tie')}",
            more if extra else "",
            resting(cites(ruleset, "pool")),
        )
    )


def single_winner(ruleset: Ruleset) -> str:
    """Who is the one winner."""
    needed = ruleset.get("single_winner.rows_needed")
    if needed is None:
        return ""
    text = (
        f"The winner must beat each of the others on at least {number(needed)} of the three rows. "
        f"{say(ruleset, 'single_winner.ties')} Where nobody does, nobody wins. The document does not say what he wins."
    )
    return paragraphs((text, resting(cites(ruleset, "single_winner"))))


def side_bets(ruleset: Ruleset) -> str:
    """Side bets, such as that on aces."""
    return paragraphs(each for bet in ruleset.get("side_bets", []) for each in _side_bet(ruleset, bet))


def _side_bet(ruleset: Ruleset, bet: dict[str, Any]) -> Iterator[str]:
    what, against = name_of(bet["id"]).lower(), "side_bets.against_fixed"
    yield (
        f"In addition every two players settle the difference between their {what}. "
        f"{sentence_of(ruleset, 'side_bets.optin', bet['optin'])} "
        + marked(ruleset, sentence_of(ruleset, against, bet["against_fixed"]), against)
    )
    values = bet["values"]
    yield table((what, *map(str, range(len(values)))), [("units", *map(str, values))])
    yield resting(as_list(bet["cite"]))


def forced_dealer(ruleset: Ruleset) -> str:
    """What a dealer is paid who had to deal."""
    units = ruleset.get("dealer_compensation.units")
    if units is None:
        return ""
    text = (
        "If nobody is willing to deal, the player who held the ace of spades must deal the next hand. He is paid "
        f"{counted(units)} by each opponent, whatever the hands are."
    )
    return paragraphs((text, resting(cites(ruleset, "dealer_compensation"))))


def chips(ruleset: Ruleset) -> str:
    """Payment limited by the chips in front."""
    if not ruleset.get("chips"):
        return ""
    first = say(ruleset, "chips.limit", "chips.cover")
    phases = ruleset.get("chips.phases")
    specials_first = (
        f"Payments for {noun(ruleset)}s are settled first, then all others."
        if phases and phases[0] == "naturals"
        else ""
    )
    worth = ruleset.get("chips.unit_per_chip")
    chip = f"A chip is worth {counted(worth)}." if worth else ""
    order = say(ruleset, "chips.order", "chips.netting", "chips.side_bets", "chips.rebuy")
    return paragraphs(
        (
            first,
            " ".join(each for each in (specials_first, order, chip) if each),
            resting(cites(ruleset, "chips")),
        )
    )


def house(ruleset: Ruleset) -> str:
    """Fees and jackpots."""
    prizes = [_jackpot(ruleset, each) for each in ruleset.get("jackpots", [])]
    return paragraphs((fees(ruleset), *prizes, resting(cites(ruleset, "jackpots"))))


def _jackpot(ruleset: Ruleset, item: dict[str, Any]) -> str:
    rows = listed([f"{HANDS[item[row]]} {_PLACES[row]}" for row in reversed(ROWS)])
    lost = " loses all three rows to one opponent" if item["loses_all_rows"] else " is held"
    placed = marked(
        ruleset, sentence_of(ruleset, "jackpots.placement", item["placement"]), "jackpots.placement"
    )
    return f"{sentence(f'a jackpot is offered where {rows}{lost}')} {placed} The prize is not stated."


_PLACES = {"front": "in front", "middle": "in the middle", "back": "at the back"}


def irregularities(ruleset: Ruleset) -> str:
    """What is on file for deals that go wrong."""
    if ruleset.get("irregularities.procedure"):
        return handled(ruleset)
    kinds = ruleset.get("irregularities.documented")
    if kinds is None:
        return ""
    named = listed(kinds) if kinds else ""
    text = (
        f"There is a written procedure for: {named}."
        if kinds
        else "No written procedure for misdeals, exposed cards and the like is part of these rules: a room files its "
        "own. Until it does, an audit reports rulings without judging them."
    )
    return paragraphs((text, resting(cites(ruleset, "irregularities"))))


def settlement(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(heading, text) of each part that the system has."""
    yield f"{noun(ruleset).capitalize()}s", specials(ruleset)
    yield "Surrender", surrender(ruleset)
    yield "The pool", pool(ruleset)
    yield "The single winner", single_winner(ruleset)
    yield "Side bets", side_bets(ruleset)
    yield "The forced dealer", forced_dealer(ruleset)
    yield "Chips and the order of settlement", chips(ruleset)
    yield "Fees and jackpots", house(ruleset)
    yield "When a deal goes wrong", irregularities(ruleset)
