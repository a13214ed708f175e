"""Parts of the page of a system of pot games: a table of its games, and its other parameters as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from auditor.reference.markdown import bullets, paragraphs, table
from auditor.reference.systems.card_room_words import listed, money
from auditor.reference.systems.sentences import cites, marked, meaning, resting
from rules.controls.parameters import parameters
from rules.controls.plain import Money, part_words, said, value_words
from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import Game, GameStreet, Half

_SECTIONS = ("pot.betting", "pot.pots", "pot.misdeals", "pot.fees", "fees", "pot.jackpots", "pot.table")
_GENERAL = ("pot.min_stack", "pot.rulings")
_DEALT = {
    "discards": "{n} thrown away", "draws": "up to {n} exchanged", "board": "{n} on the board", "down": "{n} face down",
    "up": "{n} face up",
}  # fmt: skip


def parts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(heading, text) of each part; the text is empty where the system has nothing of it."""
    yield part_words("pot.games"), _games(ruleset)
    yield part_words("pot.mixes"), _mixes(ruleset)
    for section in _SECTIONS:
        yield part_words(section), _section(ruleset, f"{section}.")
    yield "In general", _section(ruleset, *_GENERAL)


def _games(ruleset: Ruleset) -> str:
    pot = ruleset.sections.pot
    assert pot is not None
    lines = [_game(name, game) for name, game in pot.games.items()]
    open_ = marked(ruleset, "What is open of them is listed below.", *_paths(ruleset, "pot.games"))
    rest = "" if "[" not in open_ else open_
    return paragraphs(
        (table(("game", "dealt", "wins", "players"), lines), rest, resting(cites(ruleset, "pot.games")))
    )


def _game(name: str, game: Game) -> list[str]:
    dealt = "; ".join(f"{value_words(each.name)}: {_cards(each)}" for each in game.streets)
    swap = (
        f"; up to {game.swap.cards} exchanged before the bets of the {value_words(game.swap.before)}"
        if game.swap
        else ""
    )
    players = f"at most {game.max_players}" if game.max_players is not None else ""
    return [value_words(name), dealt + swap, "; ".join(map(_half, game.halves)), players]


def _cards(street: GameStreet) -> str:
    found = [(words, getattr(street, key)) for key, words in _DEALT.items()]
    return listed([words.format(n=number) for words, number in found if number]) or "no cards"


def _half(half: Half) -> str:
    share = "" if half.name == "all" else "half: "
    wins, use = (
        meaning(each, f"pot.games.any.halves.0.{key}")
        for key, each in (("order", half.order), ("use", half.use))
    )
    return f"{share}{wins} (own cards: {use})"


def _mixes(ruleset: Ruleset) -> str:
    pot = ruleset.sections.pot
    assert pot is not None
    lines = []
    for name, mix in pot.mixes.items():
        limits = mix.limits or ("",) * len(mix.rotation)
        games = [
            f"{value_words(game)}{f' ({value_words(limit)})' if limit else ''}"
            for game, limit in zip(mix.rotation, limits, strict=True)
        ]
        lines.append(f"{value_words(name)}: {', '.join(games)}")
    return paragraphs((bullets(lines), resting(cites(ruleset, "pot.mixes"))))


def _section(ruleset: Ruleset, *begins: str) -> str:
    """Sentences of the parameters whose paths begin so, with their open points and clauses."""
    currency = ruleset.sections.fees.currency
    amount: Money = str if currency is None else partial(money, currency=currency)
    lines = [
        marked(ruleset, f"{sentence}.", each.path)
        for each in parameters(ruleset.params)
        if each.role == "value" and each.path.startswith(begins)
        if (sentence := said(each.path, each.value, amount))
    ]
    lines += list(_thresholds(ruleset)) if "pot.jackpots." in begins else []
    found = cites(ruleset, *(each.removesuffix(".") for each in begins))
    return paragraphs((bullets(lines), resting(found) if lines else ""))


def _thresholds(ruleset: Ruleset) -> Iterator[str]:
    """The least hand that loses a bad beat, by games."""
    pot = ruleset.sections.pot
    beat = pot.jackpots.bad_beat if pot is not None and pot.jackpots is not None else None
    for each in beat.threshold if beat is not None else ():
        over = f" over {each.over}" if each.over is not None else ""
        games = listed(list(map(value_words, each.games)))
        yield f"In {games} the hand that loses is at least: {value_words(each.hand)}, {each.rank}{over}."


def _paths(ruleset: Ruleset, section: str) -> list[str]:
    return [each.path for each in parameters(ruleset.params) if each.path.startswith(f"{section}.")]
