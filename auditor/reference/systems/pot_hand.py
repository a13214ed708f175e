"""The worked hand of a pot game: acts by street, pots with rake and drop, and awards.

Amounts are those of a replay. Lines name the clauses of the parameters that they follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from auditor.reference.markdown import bullets, paragraphs, sources, table
from auditor.reference.systems.card_room_words import cards, listed, money, number, won
from auditor.reference.systems.sentences import cites, resting
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_page import origin
from reports.pot_hand_words import cards_of, happened, heading, pot_name, street_name
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset
from rules.shown_pots import PotAct, PotExhibit

# The parameters that an act follows: of an act, else of an act at a limit or of a post of a kind.
_RULES: Mapping[str, Sequence[str]] = {
    "small_blind": ("pot.betting.blinds",),
    "big_blind": ("pot.betting.blinds",),
    "ante": ("pot.betting.blinds",),
    "bring_in": ("pot.betting.stud",),
    "complete": ("pot.betting.stud",),
    "call": ("pot.betting.calls",),
    "bet no_limit": ("pot.betting.opening",),
    "bet pot_limit": ("pot.betting.opening", "pot.betting.pot_limit"),
    "bet fixed_limit": ("pot.betting.fixed_limit",),
    "raise no_limit": ("pot.betting.raise",),
    "raise pot_limit": ("pot.betting.raise", "pot.betting.pot_limit"),
    "raise fixed_limit": ("pot.betting.fixed_limit",),
    "show": ("pot.pots.showdown",),
    "run": ("pot.pots.run_twice",),
}
_DEALS = ("board", "card", "draw", "discard")


def shown(one: Worked) -> str:
    """Markdown of a worked hand without a heading."""
    pot = _pot(one)
    return paragraphs(
        (
            f"{number(len(one.seats)).capitalize()} players. {_heading(one, pot)} {origin(one)}",
            _acts(one, pot),
            "#### The pots",
            *_pots(one),
            "#### Who wins them",
            *_awards(one),
            "#### What each player wins",
            _result(one, pot),
        )
    )


def features(one: Worked) -> set[str]:
    """Features of the hand: side pots, halves, runs, odd chips, its limit, a drop."""
    awards = one.reported["awards"] or []
    found = {
        "side": len(one.reported["pots"]) > 1,
        "halves": len({each["half"] for each in awards}) > 1,
        "runs": len({each["run"] for each in awards}) > 1,
        "odd": any(_odd(awards)),
        str(one.hand["limit"]): True,
        "drop": bool(one.reported["drop"]),
    }
    return {name for name, there in found.items() if there}


def _pot(one: Worked) -> PotExhibit:
    assert isinstance(one.exhibit.pot, PotExhibit)
    return one.exhibit.pot


def _heading(one: Worked, pot: PotExhibit) -> str:
    return heading(one.exhibit, pot, one.currency, lambda amount, _: money(amount, one.currency))


# ---------------------------------------------------------------- acts


def _acts(one: Worked, pot: PotExhibit) -> str:
    head = ("street", "seat", "what happens", "in front", "in the pots", "clauses")
    return table(head, list(_act_lines(one, pot)), right=("in front", "in the pots"))


def _act_lines(one: Worked, pot: PotExhibit) -> Iterator[list[str]]:
    street, cited = None, set[str]()
    for act in pot.acts or ():
        found = [] if (named := _rule(act, pot)) in cited else _cited(one, act, pot)
        cited.add(named)
        yield [
            "" if act.street == street else street_name(act.street),
            "" if act.seat is None else str(act.seat),
            happened(act),
            "" if act.to is None or act.act == "check" else money(act.to, one.currency),
            money(act.pot, one.currency),
            ", ".join(sources(found)),
        ]
        street = act.street


def _rule(act: PotAct, pot: PotExhibit) -> str:
    """The key of the parameters that an act follows; their clauses are named once in a hand."""
    if act.act == "post":
        return _post(act)
    if act.act in _DEALS:
        return f"deal {act.street}"
    return f"{act.act} {pot.limit}" if act.act in ("bet", "raise") else act.act


def _post(act: PotAct) -> str:
    """The kind of a post, which only its words have."""
    kinds = ("small blind", "big blind", "bring-in")
    return next((kind.replace(" ", "_").replace("-", "_") for kind in kinds if kind in act.words), "ante")


def _cited(one: Worked, act: PotAct, pot: PotExhibit) -> list[str]:
    if act.act not in _DEALS:
        return cites(one.ruleset, *_RULES.get(_rule(act, pot), ()))
    return cites(one.ruleset, f"pot.games.{pot.variant}.streets[{act.street}]")


# ---------------------------------------------------------------- pots and awards


def _pots(one: Worked) -> Iterator[str]:
    head = ("pot", "chips", "between seats", "rake", "drop", "left")
    lines = [
        [
            pot_name(each["pot"]),
            money(each["amount"], one.currency),
            listed(map(str, each["eligible"])),
            money(each["rake"], one.currency),
            money(each["drop"], one.currency),
            money(each["amount"] - each["rake"] - each["drop"], one.currency),
        ]
        for each in one.reported["pots"]
    ]
    yield table(head, lines, right=("chips", "rake", "drop", "left"))
    yield " ".join(_charged(one))
    yield resting(cites(one.ruleset, "pot.fees.rake", "pot.fees.no_flop", "pot.fees.drop"))


def _charged(one: Worked) -> Iterator[str]:
    total = money(sum(each["amount"] for each in one.reported["pots"]), one.currency)
    rake = money(one.reported["rake"], one.currency)
    limited = one.ruleset.get("pot.fees.rake.mode") == "at_most"
    as_taken = (
        " It is what the room took: these rules say only how much it may be at most." if limited else ""
    )
    yield f"The pots come to {total}. The rake is {rake}.{as_taken}"
    for each in one.exhibit.replay.get("returned") or ():
        yield f"{money(each['amount'], one.currency)} that nobody called went back to seat {each['seat']}."


def _awards(one: Worked) -> Iterator[str]:
    awards = one.reported["awards"]
    runs, halves = (len({each[name] for each in awards}) > 1 for name in ("run", "half"))
    head = ["pot", *(["run"] if runs else []), *(["half"] if halves else []), "seat", "is awarded"]
    lines = [
        [
            pot_name(each["pot"]),
            *([str(each["run"])] if runs else []),
            *([each["half"]] if halves else []),
            str(each["seat"]),
            money(each["amount"], one.currency),
        ]
        for each in awards
    ]
    yield table(head, lines, right=("is awarded",))
    yield bullets(_odd_chip(one, *each) for each in _odd(awards))
    yield resting(cites(one.ruleset, "pot.pots.award_order"))


def _odd(awards: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, str, Any, int]]:
    """(pot, what was divided among, who got more, how much more) of each division that left an odd chip."""
    for level, above in (("run", ("pot",)), ("half", ("pot", "run")), ("seat", ("pot", "run", "half"))):
        for group in dict.fromkeys(tuple(each[name] for name in above) for each in awards):
            mine = [each for each in awards if tuple(each[name] for name in above) == group]
            parts = dict.fromkeys((each[level] for each in mine), 0)
            for each in mine:
                parts[each[level]] += each["amount"]
            for part, amount in parts.items():
                if amount > min(parts.values()):
                    yield group[0], level, part, amount - min(parts.values())


def _odd_chip(one: Worked, pot: int, level: str, part: Any, more: int) -> str:
    sections = one.ruleset.sections.pot
    assert sections is not None
    by = {"run": "runs", "half": "halves", "seat": sections.games[one.hand["game"]].kind}[level]
    to = {"run": f"the board of run {part}", "half": f"the {part}", "seat": f"seat {part}"}[level]
    found = ", ".join(sources(_own(one.ruleset, f"pot.pots.odd_chip.{by}")))
    return f"{pot_name(pot)}: {money(more, one.currency)} that cannot be divided goes to {to} ({found})."


def _own(ruleset: Ruleset, path: str) -> Sequence[str]:
    """The clauses of a parameter, without those of its section."""
    return next(each.clauses for each in parameters(ruleset.params) if each.path == path)


def _result(one: Worked, pot: PotExhibit) -> str:
    head = ("seat", "cards", "in front", "put in", "awarded", "won or lost", "in front afterwards")
    held = {each.seat: each for each in pot.seats}
    lines = [
        [
            str(each["seat"]),
            cards("".join(cards_of(held[each["seat"]]))),
            money(held[each["seat"]].stack, one.currency),
            money(each["put_in"], one.currency),
            money(each["awarded"], one.currency),
            won(each["net"], one.currency),
            money(each["stack_after"], one.currency),
        ]
        for each in one.reported["seats"]
    ]
    return table(head, lines, right=head[2:])
