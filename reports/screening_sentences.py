"""Sentences of screening by indicator and kind of unit, with the words of the counts that they are made of.

A sentence is filled in with the ids of the unit, and with `N`, `K`, `n`, `k`, `part` (k of the K) and `expected`. `{N:hand}` is
"40 hands"; `{K:is|are}` is "12 are".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class IndicatorWords(NamedTuple):
    """The sentence of an indicator for a kind of unit. cases, marked, favourable: what its N, K and n are; empty: it has none."""

    sentence: str
    cases: str
    marked: str = ""
    favourable: str = ""


Kind = tuple[str, ...]  # of a unit: its roles
_WEAKER = "set, surrendered or folded worse than the cards allow"
_CHANCE = "where chance gives {expected}."

STRONG_HANDS: Mapping[Kind, IndicatorWords] = {  # of SCN003, where strong hands say more than strong cards
    ("player",): IndicatorWords(
        "Of {N:hand} of player {player}, {k:has|have} {strong}, " + _CHANCE, "hands of the player", "{strong}",
    ),
    ("dealer", "player"): IndicatorWords(
        "Of {N:hand} that dealer {dealer} dealt to player {player}, {k:has|have} {strong}, " + _CHANCE,
        "hands of the player by the dealer", "{strong}",
    ),
}  # fmt: skip
SENTENCES: Mapping[str, Mapping[Kind, IndicatorWords]] = {
    "SCN001": {
        ("shuffler",): IndicatorWords(
            "In {N:deal} that shuffler {shuffler} shuffled, {k:pair} of cards stayed together, " + _CHANCE,
            "deals", "pairs of cards that stayed together",
        ),
        ("dealer", "deck"): IndicatorWords(
            "In {N:deal} of deck {deck} by dealer {dealer}, {k:pair} of cards stayed together, " + _CHANCE,
            "deals", "pairs of cards that stayed together",
        ),
    },
    "SCN002": {
        ("room",): IndicatorWords(
            "Among {N:deal} of room {room}, {k:pair is|pairs are} equal between two sessions, " + _CHANCE,
            "deals", "equal pairs of deals",
        ),
        ("table",): IndicatorWords(
            "Among {N:deal} of table {table}, {k:pair has|pairs have} most cards in the same seats as in the session before, "
            + _CHANCE,
            "deals", "pairs of deals equal in part",
        ),
    },
    "SCN003": {
        ("player",): IndicatorWords(
            "Of {K:strong card or hand|strong cards or hands} at the tables of player {player} he got {k}, " + _CHANCE,
            "cards or hands dealt", "strong ones", "the player's",
        ),
        ("dealer", "player"): IndicatorWords(
            "Of {K:strong card or hand|strong cards or hands} dealer {dealer} dealt {k} to player {player}, " + _CHANCE,
            "cards or hands dealt", "strong ones", "the player's",
        ),
    },
    "SCN004": {
        ("payer", "payee"): IndicatorWords(
            "In {N:hand}, {k} units went from player {payer} to player {payee}, where his other opponents got {expected} each.",
            "hands that both played", "units from the one to the other",
        ),
    },
    "SCN005": {
        ("payer", "payee"): IndicatorWords(
            "Of {N:hand} of player {payer}, player {payee} was in {n}. {K:of them was|of them were} " + _WEAKER
            + "; player {payee} was in {part}, "
            + _CHANCE,
            "hands of the first player", _WEAKER, "the second player was in",
        ),
        ("table",): IndicatorWords(
            "Of {N:hand} of seats at table {table}, {K:was|were} surrendered; {part} had the best cards of the deal, "
            + _CHANCE,
            "hands of seats", "surrendered", "the best cards of the deal",
        ),
    },
    "SCN006": {
        ("player",): IndicatorWords(
            "Of {N:hand} of player {player}, {K:is|are} void; he was losing in {part}, " + _CHANCE,
            "hands of the player", "void", "he was losing",
        ),
        ("supervisor", "player"): IndicatorWords(
            "Of {N:hand} of player {player}, supervisor {supervisor} declared {K} void; the player was losing in {part}, "
            + _CHANCE,
            "hands of the player", "declared void by the supervisor", "the player was losing",
        ),
    },
    "SCN007": {
        ("supervisor",): IndicatorWords(
            "Of {N:hand} of seats, supervisor {supervisor} ruled {K} dead or fouled; {part} would have won, " + _CHANCE,
            "hands of seats", "ruled dead or fouled", "would have won",
        ),
        ("supervisor", "player"): IndicatorWords(
            "Of {N:winning hand} in deals with player {player}, supervisor {supervisor} ruled {K} dead or fouled; {part} would "
            "have gone to others than him, " + _CHANCE,
            "winning hands in deals with the player", "ruled dead or fouled", "of others than the player",
        ),
    },
    "SCN008": {
        (role,): IndicatorWords(
            f"Of {{N:hand}} {where}, {{n:has|have}} the largest results. The cards of {{K:hand}} are not all on record; {{part}} "
            "had one of the largest results, " + _CHANCE,
            "hands with results", "cards not all on record", "among the largest results",
        )
        for role, where in (("table", "at table {table}"), ("author", "recorded by {author}"))
    },
    "SCN009": {
        ("table",): IndicatorWords(
            "Of {N:interval} between hands at table {table}, {n:follows|follow} a large loss. After {K} a hand is missing or a "
            "break is long; {part} followed a large loss, " + _CHANCE,
            "intervals between hands", "a hand is missing or a break is long", "after a large loss",
        ),
        ("supervisor",): IndicatorWords(
            "Of {N:session}, {n:was|were} supervised by {supervisor}. In all, {K:begins|begin} above hand 1 or "
            "end early; {part} had this supervisor, " + _CHANCE,
            "sessions", "begin above hand 1 or end early", "with the supervisor",
        ),
    },
    "SCN010": {
        (role,): IndicatorWords(
            f"In {{N:deal}} {where} the spread of cards over the seats has a χ² of {{expected}}, where chance gives {{chance}}.",
            "deals", "",
        )
        for role, where in (("table", "at table {table}"), ("author", "recorded by {author}"))
    },
    "SCN011": {
        ("player",): IndicatorWords(
            "Of {N:hand} of player {player}, {n:has|have} a higher unit. He won {K}; {part} had the higher unit, " + _CHANCE,
            "hands of the player", "he won", "at a higher unit",
        ),
    },
    "SCN012": {
        ("dealer", "player"): IndicatorWords(
            "Of {N:hand} of player {player}, dealer {dealer} dealt {n}. The player won {K} of all; {part} came from this dealer, "
            + _CHANCE,
            "hands of the player", "he won", "from the dealer",
        ),
    },
    "SCN013": {
        ("room",): IndicatorWords(
            "On {N:gaming day} the drop of room {room} was counted. It differs from the fees on {K}; on {k} to the same side, "
            + _CHANCE,
            "gaming days", "the drop differs from the fees", "",
        ),
        ("room", "counters"): IndicatorWords(
            "On {N:gaming day} {counters} counted the drop of room {room}. It differs from the fees on {K}; on {k} to the same "
            "side, " + _CHANCE,
            "gaming days", "the drop differs from the fees", "",
        ),
    },
    "SCN014": {
        ("dealer",): IndicatorWords(
            "Of {N:hand}, dealer {dealer} dealt {n}. A toke followed {K} of all; {part} came from this dealer, " + _CHANCE,
            "hands", "followed by a toke", "from the dealer",
        ),
        ("dealer", "player"): IndicatorWords(
            "Of {N:hand} that player {player} won, dealer {dealer} dealt {n}. A toke followed {K} of all; {part} came from this "
            "dealer, " + _CHANCE,
            "hands that the player won", "followed by a toke", "from the dealer",
        ),
    },
    "SCN015": {
        **{
            (role,): IndicatorWords(
                f"Of {{N:file}} of sessions, {{n:is|are}} of {role} {{{role}}}. {{K:was|were}} corrected after more than seven "
                f"days; {{part}} had this {role}, " + _CHANCE,
                "files of sessions", "corrected after more than seven days", f"of the {role}",
            )
            for role in ("author", "supervisor")
        },
        **{
            (*by, whose): IndicatorWords(
                f"{{N:correction|corrections}} {signed}changed the result of {whom}; {{k}} to the same side, " + _CHANCE,
                "corrections", "the result changed", "",
            )
            for by, signed in (((), ""), (("author",), "by author {author} "))
            for whose, whom in (("player", "player {player}"), ("room", "the house of room {room}"))
        },
    },
    "SCN016": {
        ("player",): IndicatorWords(
            "Of {N:stay} of player {player}, {k:ended|ended} on one of the stay's largest wins, " + _CHANCE,
            "stays of the player", "ended on one of the largest wins",
        ),
    },
    "SCN017": {
        (role, "player"): IndicatorWords(
            f"Of {{N:ruling}} {whose}, {{K:is|are}} hard (a penalty, or a hand dead or fouled); player {{player}} was an "
            "opponent in {part}, " + _CHANCE,
            "rulings", "hard ones", "the player was an opponent",
        )
        for role, whose in (("supervisor", "of supervisor {supervisor}"), ("table", "at table {table}"))
    },
    "SCN018": {
        ("player", "other"): IndicatorWords(
            "In {N:draw} that both were in, players {player} and {other} came to one table {k:time}, " + _CHANCE,
            "draws that both were in", "drawn to one table",
        ),
        ("player",): IndicatorWords(
            "At {N:final table} player {player} had the button in the first hand {k:time}, " + _CHANCE,
            "final tables", "had the button",
        ),
    },
    "SCN019": {
        (role,): IndicatorWords(
            f"Of {{N:hand}} {where}, {{k:starts|start}} on {{round}}, " + _CHANCE, "hands", "start on a round time",
        )
        for role, where in (("table", "at table {table}"), ("author", "recorded by {author}"))
    },
}  # fmt: skip
