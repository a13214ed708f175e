"""Points without a price or procedure, or taken from custom, by a ruleset's parameters alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from rules.clauses import CONVENTION, Ambiguity, documents
from rules.controls.parameters import Parameter, as_text, parameters
from rules.controls.procedure_of_irregularity import procedures
from rules.controls.ruleset import Ruleset, as_list
from rules.records.events import IrregularityKind
from simulation.gaps.deals_seen import SeenInDeals
from simulation.gaps.gap_points import Concerned, quoted
from simulation.gaps.gap_results import Kind, Unpriced

PREFIX = "UNPRICED-"
_WITHOUT_CONTENT = ("cite", "fixed")  # keys without content of their own
_NOT_VALUES = (".fixed", ".text")
_ITEM = re.compile(r"\[[^\]]*\]")
_OF_IRREGULARITIES = ("WSGC-irregularities", "external:IRREGULARITIES")
_PRICED_BY = {  # a section by which the replay acts on an irregularity is its procedure
    "exposed_card": "penalties.exposed_card",
    "missed_hand": "penalties.missed_hand",
    "clock_expired": "clock.expiry",
    "left_table": "presence.leaving",
}
_RULED_IN_POTS = {  # and so is one by which a pot game goes on
    "misdeal": "pot.misdeals.grounds",
    "exposed_card": "pot.misdeals.grounds",
    "wrong_card_count": "pot.misdeals.grounds",
    "dealt_out_of_order": "pot.misdeals.grounds",
    "acted_out_of_turn": "pot.betting.out_of_turn",
    "missed_hand": "pot.table",
    "left_table": "pot.table",
}


class _Custom(NamedTuple):
    """A table whose price a topic's point settles."""

    kind: Kind
    says: str
    counted: str | None = None
    topics: tuple[str, ...] = ()


_FOUL = _Custom("foul", "what a player with rows out of order pays", "foul", ("foul",))
_SURRENDER = _Custom(
    "surrender", "what a player who surrenders pays to each other player", "surrender", ("surrender",)
)
_CUSTOMS = {"set_order.foul": _FOUL, "surrender.amount": _SURRENDER}

PROCEDURES = {
    "misdeal": "what makes a deal a misdeal, and what is done with the cards and with money already paid",
    "exposed_card": "what is done when a card is exposed in the deal or before the hands are shown",
    "wrong_card_count": "what is done when a player has too many or too few cards",
    "duplicate_card": "what is done when a card is in the deck twice",
    "fouled_deck": "what is done when cards of the deck are missing or foreign",
    "boxed_card": "what is done when a card lies the wrong way up in the deck",
    "joker_dealt": "what is done when a joker is dealt that does not belong in the game",
    "dealt_out_of_order": "what is done when cards are dealt to the seats out of order",
    "missed_hand": "what a player who misses a hand pays or loses",
    "left_table": "what happens to the hand of a player who leaves the table",
    "acted_out_of_turn": "what is done when a player acts out of turn",
    "clock_expired": "what follows when a player's time runs out",
    "unprotected_hand": "what is done when a hand that nobody protects is fouled or taken by the dealer",
    "other": "what is done, and who decides, in an irregularity that no procedure names",
}


def unpriced_points(concerned: Concerned, seen: SeenInDeals) -> list[Unpriced]:
    """Unpriced points: of payments, of fees and custom, of procedures."""
    finder = _Finder(concerned, seen)
    found = [
        *finder.outcomes(), *finder.naturals(), *finder.foul(), *finder.surrender(), *finder.chips(),
        *finder.prize(), *finder.jackpots(), *finder.fees(),
    ]  # fmt: skip
    reported = {each.path for each in found}
    customs = [each for each in finder.customs() if each.path not in reported]
    return [*found, *customs, *finder.procedures()]


def documented_kinds(ruleset: Ruleset) -> set[str]:
    """Kinds of irregularities with a procedure."""
    named = ruleset.sections.irregularities.documented
    sections = [*_PRICED_BY.items(), *_RULED_IN_POTS.items()]
    replayed = [kind for kind, path in sections if ruleset.get(path) is not None]
    return {*named, *procedures(ruleset), *replayed}


class _Finder:
    def __init__(self, concerned: Concerned, seen: SeenInDeals) -> None:
        self._concerned, self._seen = concerned, seen
        self._ruleset = concerned.ruleset
        self._closed = self._ruleset.family == "chinese"
        self._of_units = self._closed or self._ruleset.family == "ofc"
        self._priced = _paths(
            [*concerned.settled.values(), *concerned.set_by_parameters.values()], self._ruleset
        )
        self._asked = _paths(concerned.open.values(), self._ruleset)

    def outcomes(self) -> Iterator[Unpriced]:
        """Outcomes of rows that the ruleset calls silent."""
        for outcome in self._ruleset.sections.rows.silent:
            topic = f"silent_{outcome}"
            if not self._settles(topic):
                won, lost, tied = outcome.split("-")
                yield self._point(
                    "outcome",
                    f"rows.silent[{outcome}]",
                    f"what a pair pays when one side won {won} of the rows and lost {lost}, with {tied} tied",
                    clauses=self._cites("rows"),
                    counted=f"outcome {outcome}", of="pairs",
                    asked_with=self._asks(topic),
                )  # fmt: skip

    def naturals(self) -> Iterator[Unpriced]:
        for natural in self._ruleset.sections.naturals.hands:
            if natural.units is None:
                name = natural.id
                yield self._point(
                    "natural",
                    f"naturals.list[{name}].units",
                    f"what the natural {_named(name)} is worth",
                    clauses=list(natural.clauses),
                    counted=f"natural {name}", of="seats",
                    asked_with=self._asks("natural_unpriced"),
                )  # fmt: skip

    def foul(self) -> Iterator[Unpriced]:
        if (
            self._of_units
            and self._ruleset.sections.set_order.foul.price is None
            and not self._settles("foul")
        ):
            yield self._point(
                "foul",
                "set_order.foul",
                _FOUL.says,
                clauses=self._cites("set_order"),
                counted="foul", of="seats",
                asked_with=self._asks("foul"),
            )  # fmt: skip

    def surrender(self) -> Iterator[Unpriced]:
        """Surrender without an amount, or not mentioned; not in open-face play."""
        allowed = self._ruleset.sections.surrender.allowed
        if allowed is None and self._closed:
            yield self._point(
                "surrender", "surrender", "whether a player may surrender a hand, until when and for how much",
                clauses=self._cites("surrender"),
            )  # fmt: skip
        elif allowed and self._ruleset.sections.surrender.amount.units is None and not self._settles_amount():
            yield self._point(
                "surrender",
                "surrender.amount",
                _SURRENDER.says,
                clauses=self._cites("surrender"),
                counted="surrender", of="seats",
                asked_with=self._asks("surrender"),
            )  # fmt: skip

    def chips(self) -> Iterator[Unpriced]:
        if self._of_units and self._ruleset.sections.chips is None and not self._settles("short_stack"):
            yield self._point(
                "chips",
                "chips",
                "what is paid when a player owes more than the chips in front, and which player receives less",
                clauses=self._cites("chips"),
                counted="short stack", of="deals",
                asked_with=self._asks("short_stack"),
            )  # fmt: skip

    def prize(self) -> Iterator[Unpriced]:
        if self._ruleset.sections.comparison.topology == "single_winner" and not self._settles(
            "single_winner"
        ):
            yield self._point(
                "prize",
                "single_winner.prize",
                "what the single winner of a deal wins",
                clauses=self._cites("single_winner"),
                counted="single winner", of="deals",
                asked_with=self._asks("single_winner"),
            )  # fmt: skip

    def jackpots(self) -> Iterator[Unpriced]:
        for jackpot in self._ruleset.sections.jackpots:
            yield self._point(
                "jackpot",
                f"jackpots[{jackpot.id}].prize",
                f"the prize of the jackpot {_named(jackpot.id)}, and who pays for it",
                clauses=list(jackpot.clauses),
                counted=f"jackpot {jackpot.id}", of="events",
            )  # fmt: skip

    def fees(self) -> Iterator[Unpriced]:
        """Fees not mentioned, and a fixed rake without an amount."""
        pot = self._ruleset.sections.pot
        if not _says(self._ruleset.params.get("fees")) and (pot is None or pot.fees.rake is None):
            yield self._point(
                "fees", "fees", "which fees the house takes, how much, from whom and when", clauses=[]
            )
        elif self._ruleset.sections.fees.rake.fixed and not self._ruleset.has("fees.rake.amount"):
            yield self._point(
                "fees", "fees.rake.amount", "how much the fixed rake of a hand is",
                clauses=self._cites("fees.rake"),
            )  # fmt: skip

    def customs(self) -> Iterator[Unpriced]:
        """Parameters from custom, by table; a filed wording (`text`) is the room's own."""
        groups: dict[str, list[Parameter]] = {}
        every = list(parameters(self._ruleset.params))
        filed = tuple(each.path.removesuffix("text") for each in every if each.path.endswith(".text"))
        for each in every:
            by_custom = each.role == "value" and CONVENTION in each.clauses
            if by_custom and not each.path.endswith(_NOT_VALUES) and not each.path.startswith(filed):
                groups.setdefault(_table(each.path), []).append(each)
        for path, listed in groups.items():
            left = [each for each in listed if not _covered(each.path, self._priced)]
            topics = _CUSTOMS[path].topics if path in _CUSTOMS else ()
            if left and not any(self._settles(topic) for topic in topics):
                yield self._custom(path, left, topics)

    def _custom(self, path: str, left: list[Parameter], topics: Iterable[str]) -> Unpriced:
        asking = {each.path: _covered(each.path, self._asked) for each in left}
        asked_with = [name for found in asking.values() for name in found]
        asked_with += [name for topic in topics for name in self._asks(topic)]
        uncovered = [each for each in left if not asking[each.path]]
        if uncovered and not any(self._asks(topic) for topic in topics):
            asked_with = []  # no other question covers all of it
        custom = _CUSTOMS.get(path, _Custom("convention", f"the rule for {path}"))
        return self._point(
            custom.kind,
            path,
            custom.says,
            parameters={each.path: as_text(each.value) for each in (left if asked_with else uncovered)},
            clauses=dict.fromkeys(clause for each in left for clause in each.cites),
            counted=custom.counted,
            of="seats",
            asked_with=list(dict.fromkeys(asked_with)),
        )

    def procedures(self) -> Iterator[Unpriced]:
        done = documented_kinds(self._ruleset)
        for kind in get_args(IrregularityKind):
            if kind not in done:
                yield self._point(
                    "procedure",
                    f"irregularities[{kind}]",
                    PROCEDURES[kind],
                    clauses=self._cites("irregularities", _OF_IRREGULARITIES),
                )

    def _point(
        self,
        kind: Kind,
        path: str,
        says: str,
        *,
        clauses: Iterable[str],
        parameters: Mapping[str, str] | None = None,
        counted: str | None = None,
        of: str = "deals",
        asked_with: list[str] | None = None,
    ) -> Unpriced:
        return Unpriced(
            id=PREFIX + path,
            kind=kind,
            path=path,
            says=says,
            parameters=dict(parameters or {}),
            count=self._seen.count(counted) if counted else None,
            counted=of if counted else None,
            clauses=quoted(clauses),
            asked_with=asked_with or [],
        )

    def _settles(self, topic: str) -> bool:
        settled = [*self._concerned.settled.values(), *self._concerned.set_by_parameters.values()]
        return any(each.touches == topic for each in settled)

    def _settles_amount(self) -> bool:
        return bool(_covered("surrender.amount.units", self._priced))

    def _asks(self, topic: str) -> list[str]:
        return [name for name, each in self._concerned.open.items() if each.touches == topic]

    def _cites(self, path: str, else_: Iterable[str] = ()) -> list[str]:
        """Citations of the table at a path, else of the given clauses."""
        found = self._ruleset.get(path)
        cites = as_list(found.get("cite", [])) if isinstance(found, Mapping) else []
        known = documents()
        return cites or [
            each for each in else_ if each in self._ruleset.cited or known.get(each) == "external"
        ]


def _paths(ambiguities: Iterable[Ambiguity], ruleset: Ruleset) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in ambiguities:
        for reading in each.readings:
            for path in ruleset.patch(each, reading) or {}:
                names = found.setdefault(_ITEM.sub("[]", path), [])
                if each.id not in names:
                    names.append(each.id)
    return found


def _covered(path: str, paths: Mapping[str, list[str]]) -> list[str]:
    """Ambiguities whose readings set a parameter or its table."""
    plain = _ITEM.sub("[]", path)
    return [
        name
        for each, names in paths.items()
        if plain == each or plain.startswith(f"{each}.")
        for name in names
    ]


def _table(path: str) -> str:
    return path.partition("[")[0] if "[" in path else path.rpartition(".")[0]


def _says(section: Any) -> bool:
    return isinstance(section, Mapping) and any(key not in _WITHOUT_CONTENT for key in section)


def _named(name: str) -> str:
    return name.replace("_", " ")
