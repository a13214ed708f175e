"""What a value of a parameter means, in a sentence for people who run a card room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from auditor.reference.markdown import sources
from auditor.reference.systems.open_face_values import OPEN_FACE
from rules.checks.coverage import plain
from rules.clauses import Ambiguity, ambiguities
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset

SENTENCES: dict[str, dict[Any, str]] = {
    "stakes.medium": {
        "cash": "Units are paid in money.",
        "chips": "Payments are made in chips.",
    },
    "ranking.wheel": {
        "low": "A-2-3-4-5 is the lowest straight.",
        "second": "A-2-3-4-5 is the second-highest straight, below 10-J-Q-K-A.",
        "none": "A-2-3-4-5 is no straight.",
    },
    "ranking.royal": {
        "straight_flush": "A royal flush earns what a straight flush earns.",
        "apart": "A royal flush does not earn what a straight flush earns.",
    },
    "ranking.short_row": {
        "missing_cards_lowest": (
            "A middle that begins with the same cards as the front (K-K-Q-J-9 behind K-K-Q) is the higher "
            "of the two."
        ),
        "equal": "A middle that begins with the same cards as the front (K-K-Q-J-9 behind K-K-Q) is equal to it.",
    },
    "set_order.equal": {
        "allow": "Equal rows are legal.",
        "foul": "Equal rows are a foul.",
    },
    "set_order.foul.price": {
        "rows": (
            "A hand out of order is fouled: it loses all three rows to every legal hand, at the price of "
            "three rows, and earns no bonus."
        ),
        "base": (
            "A hand out of order is fouled: it loses all three rows to every legal hand, without what a "
            "sweep pays more, and earns no bonus."
        ),
        "surrender": "A hand out of order is fouled, and costs what a surrender costs.",
        "void": "A hand out of order is void: nothing is paid for it.",
    },
    "comparison.topology": {
        "all_pairs": "Every two players compare their rows and settle with each other.",
        "banker": (
            "One player is the bank. The others compare their rows and settle with the bank alone, not with "
            "each other."
        ),
        "pool": "Hands are not compared in pairs: everybody plays for a pool.",
        "single_winner": "A deal has one winner, or none.",
    },
    "comparison.banker_seat": {
        "recorded": "The bank is the seat that the log names.",
        "dealer": "The bank is the dealer.",
    },
    "comparison.row_tie": {
        "nobody": "A tied row goes to nobody.",
        "banker": "A tied row goes to the bank.",
    },
    "comparison.tied_royalties": {
        True: "Such a row earns the bank the bonus of its own hand as well.",
        False: "Such a row earns the bank no bonus.",
    },
    "comparison.tied_sweeps": {
        True: "Such a row counts when the bank wins all three.",
        False: "Such a row does not count towards winning all three.",
    },
    "rows.per_row_too": {
        True: "A unit for each row is paid as well.",
        False: "These figures are all that the rows pay: nothing is added for each row.",
    },
    "royalties.both": {
        "both_pay": "If both players of a pair hold such hands, each pays the other.",
        "higher_only": "If both players of a pair hold such hands in a row, only the better one collects.",
        "cancel": "If both players of a pair hold hands of the same kind, neither pays.",
    },
    "royalties.tied": {
        "as_held": "In a tied row both earn it, so that nothing is left.",
        "as_won": "A row that is tied is not won, and earns nobody a bonus.",
        "none": "A tied row earns nobody a bonus.",
    },
    "royalties.against_fixed": {
        True: "Bonuses are also paid to and by a player who surrenders or holds a special hand.",
        False: "No bonus is paid to or by a player who surrenders or wins with a special hand.",
    },
    "sweep.pair.two_and_a_tie": {
        True: "Two rows won and one tied are enough.",
        False: "All three rows must be won; two and a tie are not enough.",
    },
    "sweep.pair.scope": {
        "rows_and_royalties": "It goes for everything that was won on the rows, bonuses included.",
        "rows": "It goes for the plain units of the rows; bonuses stay as they are.",
    },
    "sweep.table.scope": {
        "rows_and_royalties": "It goes for everything that was won on the rows, bonuses included.",
        "rows": "It goes for the plain units of the rows; bonuses stay as they are.",
    },
    "sweep.table.two_and_a_tie": {
        True: "Two rows won and one tied are enough.",
        False: "All three rows must be won; two and a tie are not enough.",
    },
    "sweep.table.needs": {
        "every_opponent": "An opponent who surrendered or wins with a special hand prevents it.",
        "live_opponents": "Opponents who surrendered or win with a special hand do not count.",
    },
    "overall_point.basis": {
        "units": "The units, bonuses included, decide who is the net winner, not the number of rows.",
        "rows": "The number of rows decides who is the net winner.",
    },
    "overall_point.with_fixed": {
        True: "A special hand or a surrender earns the overall point as well.",
        False: "A special hand or a surrender is paid its stated amount, without the overall point.",
    },
    "overall_point.beside_sweep": {
        "both": "A sweep is paid the extra and the overall point.",
        "sweep_only": "A sweep is paid its extra without the overall point.",
    },
    "naturals.declare": {
        "required": "It must be declared before the hands are exposed.",
        "automatic": "It wins by itself, whether or not it is declared.",
    },
    "naturals.waivable": {
        True: "Its holder may keep it to himself and play the hand by its rows.",
        False: "Its holder cannot waive it.",
    },
    "naturals.against_ordinary": {
        "value": "It wins its units from each opponent with an ordinary hand, and no rows are compared with it.",
        "banker": (
            "A player's wins its units from the bank, the bank's from every player, and no rows are "
            "compared with it."
        ),
        "value_in_all": (
            "It wins its units once, shared among all opponents with an ordinary hand, and no rows are "
            "compared with it."
        ),
    },
    "naturals.against_natural": {
        "difference": "Between two of them each is paid its value, so that the lower pays the difference.",
        "higher_rank_full": (
            "Between two of them the one that ranks higher wins its full units; of the same kind the "
            "tie-break decides."
        ),
        "higher_value_full": (
            "Between two of them the one of the higher value wins its full units; two of one value pay each "
            "other nothing."
        ),
        "rows": "Between two of them the rows are compared.",
    },
    "naturals.equal": {
        "nobody": "The same kind on both sides pays nothing.",
        "banker": "The same kind on both sides goes to the bank.",
    },
    "naturals.equal_value": {
        "nobody": "Two kinds of one value pay nothing.",
        "rank": "Of two kinds of one value the later one in the list wins.",
        "banker": "Of two kinds of one value the bank's wins.",
    },
    "naturals.layout": {
        "any_partition": (
            "Three straights and three flushes count if the thirteen cards can be divided so, however they "
            "were set."
        ),
        "as_set": "Three straights and three flushes count only if the rows were set so.",
    },
    "naturals.quads_as_two_pairs": {
        True: "Four of a kind counts as two pairs, and three of a kind as a pair and the odd card.",
        False: "The pairs must be of different ranks.",
    },
    "naturals.straight_flush_counts": {
        True: "A straight flush counts both as a straight and as a flush.",
        False: "A straight flush counts neither as a straight nor as a flush.",
    },
    "naturals.ace_low": {
        True: "A-2-3 is a straight of three cards.",
        False: "A-2-3 is no straight.",
    },
    "naturals.ace_low_rank": {
        "lowest": "In a tie-break it is the lowest.",
        "second": "In a tie-break it comes just below A-K-Q.",
    },
    "naturals.several": {
        "highest": "A hand that makes more than one is paid the highest.",
        "sum": "A hand that makes more than one is paid all of them.",
        "claimed": "A hand that makes more than one is paid the one that was claimed.",
    },
    "naturals.false_claim": {
        "rows": "A claim that the cards do not hold is played by its rows.",
        "foul": "A claim that the cards do not hold is a foul.",
    },
    "surrender.payees": {
        "live_only": "to each player who is still in the hand",
        "all_opponents": "to each of the others",
        "banker": "to the bank; a bank that surrenders pays each of the players",
    },
    "surrender.against_natural": {
        "surrender_amount": "Against a special hand it is the surrender that is paid, and nothing more.",
        "natural_value": "Against a special hand the value of that hand is paid instead.",
        "both": "Against a special hand both are paid.",
    },
    "surrender.royalties": {
        "none": "A surrendered hand neither pays nor earns bonuses.",
        "pays": "A surrendered hand pays the bonuses that others hold.",
    },
    "pool.prize": {
        "share_of_pool": "With another number of players the prize of a row is a third of what was put in.",
        "fixed": "The prize is the same for any number of players.",
    },
    "pool.tie": {
        "split": "If the best hand of a row is shared, its holders divide the prize.",
        "carry": "If the best hand of a row is shared, the prize stays in the pool for the next deal.",
        "returned": "If the best hand of a row is shared, the prize goes back to those who put it in.",
    },
    "single_winner.ties": {
        "lost": "A tied row does not help.",
        "not_lost": "A row that is not lost counts.",
    },
    "side_bets.optin": {
        "table": "The whole table plays it; a seat that the log marks as not taking part is left out.",
        "seat": "Only seats that the log marks take part.",
    },
    "side_bets.against_fixed": {
        True: "It also counts with a player who surrendered or holds a special hand.",
        False: "It does not count with a player who surrendered or holds a special hand.",
    },
    "chips.limit": {
        "table_stakes": "Nobody can win or lose more chips in a deal than he had in front of him at its start.",
    },
    "chips.cover": {
        "gross_both_sides": (
            "Whatever is paid uses up the chips of the payer and of the payee: each chip is doubled or lost "
            "once. A player who has none left to cover with neither pays nor receives."
        ),
        "net": "Only what a player wins or loses in all is limited.",
        "each_way": "What a player wins and what he loses are each limited by his chips.",
    },
    "chips.order": {
        "from_button": (
            "Pairs are settled one after the other, clockwise from the dealer: with A as dealer A and B, A "
            "and C, A and D, B and C, B and D, C and D."
        ),
        "from_first_seat": "Pairs are settled one after the other, clockwise from the first seat.",
    },
    "chips.side_bets": {
        "rest": "Side bets are settled with all other payments.",
        "own_phase": "Side bets are settled by themselves, after all other payments.",
    },
    "chips.netting": {
        "pair": "What two players owe each other is made one payment before the chips limit it.",
        "items": "What two players owe each other is paid item by item.",
    },
    "chips.rebuy": {
        "between_deals": "Chips can be bought after the settlement and before the next deal.",
    },
    "fees.rake.kind": {
        "fixed_per_hand": "The house takes a fixed rake from each hand.",
        "percentage": "A rake is a part of what is wagered in a hand.",
    },
    "fees.jackpot.kind": {
        "part_of_rake": "A part of the rake builds jackpots.",
        "drop": "Money is dropped for a jackpot in addition to the fees.",
    },
    "fees.time.split.rule": {
        "even": "The players share it evenly.",
    },
    "fees.time.split.odd": {
        "one_each": "Cents that do not divide go to the first players in the order of the seats, one each.",
        "round_up": "Every share is rounded up.",
        "exact": "Shares are exact, with no rounding.",
    },
    "fees.time.paid": {
        "ahead": "It is paid before the time begins.",
    },
    "fees.time.joining": {
        "next_period": (
            "A player who sits down in the middle of a period pays from the next one on; a player who leaves gets nothing "
            "back."
        ),
        "by_minutes": "A player who sits down or leaves in the middle of a period pays for the minutes that he is there.",
    },
    "fees.time.recorded": {
        "at_once": "Each collection is recorded at once.",
    },
    "jackpots.placement": {
        "as_set": "Each must be in the row that is named.",
        "any": "They may be in any rows.",
    },
}  # fmt: skip


# What a system must have one of; without it a sentence would speak of something that the system lacks.
NEEDS = {
    "ranking.royal": ("royalty",),
    "comparison.tied_royalties": ("royalty",),
    "comparison.tied_sweeps": ("sweep",),
    "royalties.against_fixed": ("naturals.list", "surrender.allowed"),
    "overall_point.with_fixed": ("naturals.list", "surrender.allowed"),
    "overall_point.beside_sweep": ("sweep",),
    "sweep.table.needs": ("naturals.list", "surrender.allowed"),
    "surrender.against_natural": ("naturals.list",),
    "surrender.royalties": ("royalty",),
    "chips.side_bets": ("side_bets",),
    "chips.penalties": ("penalties",),
}


def say(ruleset: Ruleset, *paths: str) -> str:
    """The sentences of those parameters that the ruleset has, those that are open with the name of the point."""
    return " ".join(each for path in paths if (each := stated(ruleset, path)))


def stated(ruleset: Ruleset, path: str) -> str:
    """The sentence of a parameter; empty where the ruleset does not have it, or nothing that it speaks of."""
    value = ruleset.get(path)
    needed = NEEDS.get(path, ())
    if value is None or (needed and not any(ruleset.get(each) for each in needed)):
        return ""
    return marked(ruleset, sentence_of(ruleset, path, value), path)


def sentence_of(ruleset: Ruleset, path: str, value: Any) -> str:
    """The sentence of a value, in the words of the system's document."""
    own = OPEN_FACE.get(path, {}) if ruleset.family == "ofc" else {}
    text = (own.get(value) or SENTENCES[path][value]).replace("special hand", noun(ruleset))
    return text if ruleset.get("royalty") else text.replace(", and earns no bonus", "")


@lru_cache(maxsize=8)
def noun(ruleset: Ruleset) -> str:
    """What the document calls a hand of thirteen cards that wins by itself."""
    return "natural" if "natural" in " ".join(cites(ruleset, "naturals")) else "special hand"


def marked(ruleset: Ruleset, text: str, *paths: str) -> str:
    """A sentence with the open points that its parameters rest on: "Equal rows are legal ([AMB-ORDER-EQUAL])." """
    points = [point for path in paths for point in open_points(ruleset).get(plain(path), ())]
    return _with_points(text, points)


def _with_points(text: str, points: Sequence[str]) -> str:
    named = [each for each in dict.fromkeys(points) if f"[{each}]" not in text]
    if not named:
        return text
    stop = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({', '.join(f'[{each}]' for each in named)}){stop}"


def pointed(ruleset: Ruleset, text: str, *points: str) -> str:
    """A sentence with open points that set no parameter of it, of those that are open in the ruleset."""
    return _with_points(text, [point for point in points if _open(ruleset, ambiguities()[point])])


@cache
def open_points(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The ambiguities that a ruleset leaves open, by the parameters that their readings set."""
    found: dict[str, tuple[str, ...]] = {}
    for each in ambiguities().values():
        if not _open(ruleset, each):
            continue
        paths = {plain(path) for reading in each.readings for path in ruleset.patch(each, reading) or ()}
        for path in sorted(paths):
            found[path] = (*found.get(path, ()), each.id)
    return found


def _open(ruleset: Ruleset, each: Ambiguity) -> bool:
    return ruleset.concerns(each) and each.id not in ruleset.readings


def cites(ruleset: Ruleset, *prefixes: str) -> list[str]:
    """The clauses that the parameters under some paths cite, each once."""
    within = [clauses for path, clauses in _cited(ruleset) if any(_under(path, one) for one in prefixes)]
    return list(dict.fromkeys(clause for clauses in within for clause in clauses))


@lru_cache(maxsize=8)
def _cited(ruleset: Ruleset) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each parameter's path and the clauses that it cites: a page asks for them hundreds of times."""
    return tuple((each.path, each.cites) for each in parameters(ruleset.params))


def _under(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith((f"{prefix}.", f"{prefix}["))


def apart(cited: Sequence[Sequence[str]]) -> list[list[str]]:
    """The clauses of each line of a table, without those of every line."""
    common = set.intersection(*map(set, cited))
    return [
        [clause for clause in mine if clause not in common or len(common) == len(set(mine)) == 1]
        for mine in cited
    ]


def resting(found: Iterable[str]) -> str:
    """The line below a section: the clauses that it rests on."""
    named = sources(found)
    return f"*Clauses: {', '.join(named)}.*" if named else ""
