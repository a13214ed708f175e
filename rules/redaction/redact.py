"""An audit and its exhibits copied field by field into their redacted edition."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from string import ascii_uppercase
from typing import Any, TypeVar, cast, overload

from msgspec import UNSET, Struct
from msgspec.structs import replace

from rules.checks.catalogue import quotes_nobody
from rules.findings.finding_table import Findings
from rules.parties import is_player, player_of
from rules.redaction import redaction_words
from rules.redaction.policy import POLICY
from rules.redaction.redaction_words import WITHHELD
from rules.results import Audit, Cause, ChangedFact, Diagnosis, Failure, Finding, Incident, LogFacts
from rules.shown_events import EventFacts
from rules.shown_hands import Exhibit
from rules.times import parse_one

Place = tuple[str, str, int]  # of a hand: its room, its session and its line of the log
Kind = TypeVar("Kind", bound=Struct)
_STAYS = ("number", "document", "place", "made")  # those that are made are given by whoever copies
_CARDS = re.compile(r"([2-9TJQKA][cdhs]|JK|\?\?)*")
_FIELD_PART = r"[a-z][a-z_]*(\[[a-z0-9_ ,.]*\])?"
_FIELD = re.compile(rf"{_FIELD_PART}(\.{_FIELD_PART})*")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Redaction:
    """The redacted edition of one audit. key: the maker's secret, against tests of guesses.

    The same audit and key give the same edition. Each log has letters of its own, by keyed digests, so that nobody can follow a
    player or infer ids.
    """

    def __init__(self, audit: Audit, key: bytes) -> None:
        self._key = key
        of_event = [audit.event.sha256] if audit.event else []
        self._scope = "\x1f".join([*(each.sha256 for each in audit.logs), *of_event])
        self._letters: dict[str, str] = {}
        self._sessions: dict[str, str] = {}
        files = audit.event.files if audit.event else ()
        for session in (*(log.session for log in audit.logs), *(each.id for each in files)):
            self._session(session)
        for player in sorted(set(_players(audit)), key=lambda each: self.keyed(f"{self._scope}\x1f{each}")):
            self._letter(player)
        self._names = redaction_words.Names(_unsaid(audit) | self._letters.keys() | self._sessions.keys())
        self._known = {
            each.id for each in (*audit.rulesets, *(audit.effect.in_force if audit.effect else ()))
        }
        self._plans: dict[type[Struct], list[tuple[str, Callable[[Any], Any]]]] = {}
        self._copiers: dict[str, Callable[[Any], Any]] = {
            "part": self._parts,
            "player": self._letter,
            "party": self._party,
            "session": self._session,
            "key": self._digest,
            "withheld": lambda _: WITHHELD,
            "left_out": lambda _: None,
            "time": _time,
            "cards": lambda text: text if _CARDS.fullmatch(text) else None,
            "sentence": lambda text: WITHHELD if self._names.in_text(text) else text,
        }
        self._currencies = {(log.room, log.session): log.money or log.currency for log in audit.logs}
        if audit.event is not None:
            self._currencies[audit.event.room, ""] = audit.event.currency
        self._roots = {each.root for each in audit.incidents or ()}
        self._found: dict[
            str, Finding
        ] = {}  # the root findings of incidents, redacted, by their fingerprints
        self._diagnosis = audit.diagnosis
        self.audit = self._audit(audit)

    def exhibits(
        self, given: Callable[[Collection[Place]], Iterable[Exhibit]]
    ) -> Callable[[Collection[Place]], Iterator[Exhibit]]:
        """Source of exhibits by places of this edition. given: by places of the audit."""
        originals = {number: session for session, number in self._sessions.items()}

        def redacted(places: Collection[Place]) -> Iterator[Exhibit]:
            return map(
                self.exhibit, given({(room, originals[session], line) for room, session, line in places})
            )

        return redacted

    def exhibit(self, shown: Exhibit) -> Exhibit:
        """A hand whose players are letters, without words about people."""
        return self._copied(shown)

    def keyed(self, text: str) -> str:
        """HMAC-SHA-256 of a text, 64 hexadecimal digits."""
        return hmac.new(self._key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    # ------------------------------------------------------------------------------------- field by field

    def _copied(self, value: Kind, **made: Any) -> Kind:
        """A copy by the table. made: fields computed anew. Raises KeyError for a field without a rule."""
        plan = self._plans.get(type(value)) or self._plan(type(value))
        stated = ((name, copy, getattr(value, name)) for name, copy in plan)
        changed = {name: copy(old) for name, copy, old in stated if old is not None and old is not UNSET}
        return replace(value, **changed, **{name: made[name] for name in _made(type(value))})

    def _plan(self, kind: type[Struct]) -> list[tuple[str, Callable[[Any], Any]]]:
        rules = {name: POLICY[kind][name] for name in kind.__struct_fields__}
        plan = [(name, self._copiers[rule]) for name, rule in rules.items() if rule not in _STAYS]
        self._plans[kind] = plan
        return plan

    def _parts(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._part(each) for name, each in value.items()}
        return self._part(value) if isinstance(value, Struct) else [self._part(each) for each in value]

    def _part(self, part: Struct) -> Struct:
        if isinstance(part, LogFacts):
            return self._copied(part, ruleset=self._ruleset(part.ruleset))
        if isinstance(part, EventFacts):
            missing = [self._session(each) for each in part.missing]
            return self._copied(part, ruleset=self._ruleset(part.ruleset), missing=missing)
        if isinstance(part, Failure):
            return self._copied(part, message=redaction_words.failed(part))
        if isinstance(part, Diagnosis):
            return self._of_diagnosis(part)
        if isinstance(part, Incident):
            return self._incident(part)
        if isinstance(part, Finding):
            return self._finding(part)
        if isinstance(part, Cause):
            return self._cause(part)
        if isinstance(part, ChangedFact):
            sides = {"before": self._fact(part.before), "after": self._fact(part.after)}
            return self._copied(part, field=_field(part.field), **sides)
        return self._copied(part)

    def _digest(self, value: str | Sequence[str]) -> str | list[str]:
        """Keyed digest of an id, or of several; empty stays empty."""
        if isinstance(value, str):
            return self.keyed(value) if value else value
        return [self.keyed(each) for each in value]

    def _letter(self, player: str) -> str:
        """A, B, … Z, AA, AB, …: the next for a new player."""
        if player not in self._letters:
            self._letters[player] = _letters(len(self._letters))
        return self._letters[player]

    def _party(self, party: str) -> str:
        """A player's letter; another party as it is."""
        return self._letter(player_of(party)) if is_player(party) else party

    def _session(self, session: str) -> str:
        """Number in the audit: session-1, session-2, …; empty for none."""
        return (
            self._sessions.setdefault(session, f"session-{len(self._sessions) + 1}") if session else session
        )

    def _ruleset(self, stated: str | None) -> str | None:
        """The ruleset that a log names, if the audit has it; a log may name anything."""
        if stated is None or stated.partition("@")[0] in self._known:
            return stated
        return WITHHELD

    # --------------------------------------------------------------------------------- what has sentences

    def _audit(self, audit: Audit) -> Audit:
        findings = _RedactedFindings(audit.findings, self._finding)
        for each in audit.findings if self._roots else ():
            if each.fingerprint in self._roots:
                self._found.setdefault(each.fingerprint, self._finding(each))
        plain = Audit(**{name: getattr(audit, name) for name in Audit.__struct_fields__})
        return _in_order(self._copied(plain, findings=findings))

    def _finding(self, finding: Finding) -> Finding:
        stated, expected = (self._value(finding, each) for each in (finding.stated, finding.expected))
        kept = quotes_nobody(finding.code) and not self._names.in_text(finding.message)
        made = self._copied(
            finding, stated=stated, expected=expected, message=finding.message if kept else ""
        )
        if kept:
            return made
        currency = self._currencies.get((finding.room, finding.session))
        return replace(made, message=redaction_words.message(made, currency))

    def _value(self, finding: Finding, value: int | str | None) -> int | str | None:
        """A number, a player's letter, or words of a check that quotes nobody; else withheld."""
        if not isinstance(value, str):
            return value
        if value in self._letters:
            return self._letters[value]
        return value if quotes_nobody(finding.code) and not self._names.in_text(value) else WITHHELD

    def _fact(self, value: int | str | None) -> int | str | None:
        """A number, a time, cards or a player's letter; else withheld."""
        if not isinstance(value, str):
            return value
        if value in self._letters:
            return self._letters[value]
        return value if _CARDS.fullmatch(value) else _time(value)

    def _of_diagnosis(self, found: Diagnosis) -> Diagnosis:
        if found.scope == "session" and found.who is None:
            says = WITHHELD if self._names.in_text(found.message) else found.message
            return self._copied(found, who=None, message=says)
        who = self._letter(found.who) if found.scope == "player" and found.who is not None else None
        return self._copied(found, who=who or WITHHELD, message=redaction_words.diagnosed(found, who))

    def _cause(self, cause: Cause) -> Cause:
        says = {"stated": self._fact(cause.stated), "implied": self._fact(cause.implied)}
        made = self._copied(cause, field=_field(cause.field), message="", **says)
        return replace(made, message=redaction_words.cause(made))

    def _incident(self, incident: Incident) -> Incident:
        root = self._found.get(incident.root)
        title = redaction_words.incident_title(incident, root, self._diagnosis)
        short, explanation = redaction_words.incident_words(incident, root, title)
        return self._copied(incident, title=title, short=short, explanation=explanation)


class _RedactedFindings(Findings):
    def __init__(self, findings: Sequence[Finding], redact: Callable[[Finding], Finding]) -> None:
        self._of, self._redact = findings, redact

    def __len__(self) -> int:
        return len(self._of)

    @overload
    def __getitem__(self, at: int) -> Finding: ...
    @overload
    def __getitem__(self, at: slice) -> _RedactedFindings: ...
    def __getitem__(self, at: int | slice) -> Finding | _RedactedFindings:
        if isinstance(at, slice):
            return _RedactedFindings(self._of[at], self._redact)
        return self._redact(self._of[at])

    def __iter__(self) -> Iterator[Finding]:
        return map(self._redact, self._of)


@cache
def _made(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name, rule in POLICY[kind].items() if rule == "made")


def _field(name: str | None) -> str | None:
    return name if name is None or _FIELD.fullmatch(name) else WITHHELD


def _time(text: str) -> str:
    return text if parse_one(text) or _DAY.fullmatch(text) else WITHHELD


def _letters(number: int) -> str:
    """Letters of a number from 0: A, B, … Z, AA, AB, …"""
    rest, last = divmod(number, len(ascii_uppercase))
    return (_letters(rest - 1) if rest else "") + ascii_uppercase[last]


def _in_order(audit: Audit) -> Audit:
    """The audit with lists of players in an order that does not follow from ids."""
    owed = sorted(audit.restitution, key=lambda each: (-abs(each.owed), _rank(each.player)))
    paid = sorted(audit.repayments, key=lambda each: (-each.amount, _rank(each.debtor), _rank(each.creditor)))
    incidents = audit.incidents and [
        replace(
            each,
            owes=sorted(each.owes, key=lambda debt: (-debt.amount, _rank(debt.debtor), _rank(debt.creditor))),
        )
        for each in audit.incidents
    ]
    busts = sorted(
        audit.busts,
        key=lambda each: (each.tournament or "", each.best or each.place or 0, _rank(each.player)),
    )
    effect = audit.effect and replace(
        audit.effect,
        players=sorted(
            audit.effect.players,
            key=lambda each: (-abs(each.difference or 0), -each.differing, _rank(each.player)),
        ),
    )
    parties = audit.parties and sorted(
        audit.parties, key=lambda each: (not is_player(each.party), each.unit, *_rank(each.party))
    )
    lacking = audit.lacking and sorted(
        audit.lacking, key=lambda each: (-abs(each.amount), each.unit, each.kind, *_rank(each.party))
    )
    return replace(
        audit,
        restitution=owed,
        repayments=paid,
        incidents=incidents,
        busts=busts,
        effect=effect,
        parties=parties,
        lacking=lacking,
    )


def _rank(letters: str | None) -> tuple[int, str]:
    return len(letters or ""), letters or ""


def _players(audit: Audit) -> Iterator[str]:
    yield from (each.player for each in audit.findings if each.player)
    yield from (each.player for one in audit.corrected for each in one.findings if each.player)
    yield from (each.player for each in audit.restitution)
    yield from (each.player for each in audit.busts)
    parties = [(each.debtor, each.creditor) for each in audit.repayments]
    parties += [(debt.debtor, debt.creditor) for each in audit.incidents or () for debt in each.owes]
    named = [each for both in parties for each in both if each]
    named += [each.party for each in (*(audit.parties or ()), *(audit.lacking or ()))]
    yield from (player_of(each) for each in named if is_player(each))
    yield from (each.player for each in (audit.effect.players if audit.effect else ()))
    yield from (each.who for each in audit.diagnosis if each.scope == "player" and each.who)
    yield from _players_of_event(audit.event) if audit.event else ()


def _players_of_event(event: EventFacts) -> Iterator[str]:
    if event.tournament is not None:
        yield from (each.player for each in event.tournament.places)
        yield from (each.player for each in event.tournament.undetermined if each.player)
    if event.ledger is not None:
        yield from (share.player for hit in event.ledger.hits for share in hit.shares)
        yield from (each.player for quarter in event.ledger.quarters for each in quarter.players)


def _unsaid(audit: Audit) -> set[str]:
    names = [name for name, rule in POLICY[LogFacts].items() if rule == "withheld"]
    found = {getattr(log, name) for log in audit.logs for name in names}
    found |= {each.who for each in audit.diagnosis}
    found |= {one.sent_by for one in audit.corrected}
    if audit.event is not None:
        found |= {
            getattr(audit.event, name) for name, rule in POLICY[EventFacts].items() if rule == "withheld"
        }
    return cast(set[str], found - {None, ""})
