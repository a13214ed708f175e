"""Hands of a history as logs, one a session, with pseudonyms, numbers and times."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from auditor.importing.frame import DerivedLog, ImportOptions, Origin, ReadOriginal, log_bytes, with_left_out
from auditor.importing.histories.decoding import decoded
from auditor.importing.histories.history_hand import Building
from auditor.importing.histories.history_names import name_of
from auditor.importing.histories.history_sessions import by_session
from auditor.importing.histories.stated import CURRENCY, NONE, Needed, is_currency, needed
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from rules.records.events import FORMAT, History
from rules.records.problems import Problem, Refused, shown
from rules.records.reader import LogReader

LONGEST_ID = 64
MOST_ROUNDS = 20  # in each of which the reader of logs names a hundred hands that it refuses


class HistoryKind(Struct, frozen=True):
    """Format of a history. site: that numbers its hands. history: what it shows of the play."""

    site: str | None
    history: History


class _Session(Struct, frozen=True):
    name: str
    table: str
    history: History


def pseudonym(key: bytes, name: str) -> str:
    """Player's id: HMAC-SHA256 of the screen name under the room's key.

    Names are equal only letter by letter, as a site may allow é in two forms.
    """
    plain = name.encode("utf-8", "surrogatepass")
    return "p-" + hmac.new(key, plain, hashlib.sha256).hexdigest()[:24]


def identifier(text: str) -> str:
    """An id of the format: at most 64 printable characters."""
    plain = "".join(each if each.isprintable() else "_" for each in text).strip()
    if len(plain) > LONGEST_ID:
        plain = (
            f"{plain[: LONGEST_ID - 9]}-{hashlib.sha256(plain.encode('utf-8', 'replace')).hexdigest()[:8]}"
        )
    return plain or "_"


ONE_PLAYER = History(
    numbering="site", seen_by="player", cards_from="shows"
)  # a file that a site gave to a player


def reader(
    hands: Callable[[str, ImportOptions, WorkbookProblems], Iterable[Building]],
    site: str | None = None,
    history: History = ONE_PLAYER,
) -> Callable[[bytes, Origin, ImportOptions], ReadOriginal]:
    """Reader of a history into a log for each table; refused hands are reported and left out, nothing is raised.

    hands: of a text, reporting unreadable ones. site: that numbers hands; None: sessions are named by the original's digest.
    history: what it shows of the play.
    """

    def read(data: bytes, origin: Origin, options: ImportOptions) -> ReadOriginal:
        problems = WorkbookProblems()
        known = needed(options, problems)
        text = _text(data, problems)
        found = hands(text, options, problems) if known else ()
        return _read(found, known, origin, problems, HistoryKind(site, history))

    return read


def _read(
    hands: Iterable[Building],
    known: Needed | None,
    origin: Origin,
    problems: WorkbookProblems,
    kind: HistoryKind,
) -> ReadOriginal:
    logs = list(_logs(hands, known, origin, problems, kind)) if known is not None else []
    unread = problems.unread
    if unread:
        logs = [replace(each, data=with_left_out(each.data, len(unread))) for each in logs]
    if known is not None and not logs and not problems.count:
        problems.add(None, "", "", "no hand", "at least one", "Import a file that has hands.")
    return ReadOriginal(
        logs=logs,
        room=known.room if known else None,
        problems=problems.found,
        problem_count=problems.count,
        refusals=problems.refusals,
    )


def _logs(
    hands: Iterable[Building], known: Needed, origin: Origin, problems: WorkbookProblems, kind: HistoryKind
) -> Iterator[DerivedLog]:
    each = _once(hands, problems, kind.site, known.options.elsewhere) if kind.site else hands
    for place, (table, found) in enumerate(by_session(each, known.options.table or "table"), 1):
        digest = f"{origin.importer}-{origin.sha256[:16]}-{place}"
        name = f"{kind.site}-{found[0].ident}" if kind.site else digest
        session = _Session(identifier(name), identifier(table), kind.history)
        if log := _log(found, session, known, origin, problems):
            yield log


def _once(
    hands: Iterable[Building], problems: WorkbookProblems, site: str, elsewhere: Mapping[str, str]
) -> Iterator[Building]:
    """Hands of a site, each once, even if the file or another player's repeats it."""
    seen: dict[str, int] = {}

    def left_out(hand: Building, found: str, expected: str, do: str) -> None:
        field = f"hand {identifier(hand.ident)}"
        problems.add(None, f"line {hand.line}", field, found, expected, do, refuses=False)

    for hand in hands:
        session = elsewhere.get(name_of(site, hand.ident))
        if hand.ident in seen:
            expected = f"it once, as on line {seen[hand.ident]}"
            left_out(
                hand,
                "a hand of a number that was before",
                expected,
                "It is left out; take it out of the file.",
            )
        elif session is not None:
            found = f"a hand that the log of session {shown(session)} has"
            left_out(hand, found, "each hand in one log", "It is left out. Nothing needs to be done.")
        else:
            seen[hand.ident] = hand.line
            yield hand


def _log(
    hands: list[Building], session: _Session, known: Needed, origin: Origin, problems: WorkbookProblems
) -> DerivedLog | None:
    hands = _of_one_currency(hands, known, problems)
    first = _first_line(hands, session, known, problems)
    numbered = _numbers(hands)
    rounds = 0
    while first is not None and hands:
        rounds += 1
        if rounds > MOST_ROUNDS:
            do = "Correct those that are listed first."
            problems.add(None, f"line {hands[0].line}", "", "more such hands", "hands of the format", do)
            return None
        events = [_events(hand, number, known) for hand, number in zip(hands, numbered, strict=True)]
        owners = [
            at for at, those in enumerate(events) for _ in those
        ]  # the hand of each line after the first
        data = log_bytes(first, (event for those in events for event in those), origin)
        refused = _problems_of(data)
        if not refused:
            return DerivedLog(room=known.room, session=session.name, table=session.table, data=data)
        for problem in refused:
            hand = hands[owners[problem.line - 2]] if problem.line > 1 else None
            _report(problem, hand, known.options, problems)
        if any(problem.line == 1 for problem in refused):
            return None
        left = {owners[problem.line - 2] for problem in refused}
        keep = [at for at in range(len(hands)) if at not in left]
        hands, numbered = [hands[at] for at in keep], [numbered[at] for at in keep]
    return None


def _of_one_currency(hands: list[Building], known: Needed, problems: WorkbookProblems) -> list[Building]:
    default = known.options.currency
    first = hands[0].currency or default
    for hand in hands:
        currency = hand.currency or default
        if currency != first:
            stated, other = (shown(each) if each else "none" for each in (first, currency))
            expected = f"{stated}, as in the hand of the same table on line {hands[0].line}"
            do = "Import the hands of each currency from a file of their own."
            wrong(problems, hand.line, hand.ident, "currency", other, expected, do)
    return [hand for hand in hands if (hand.currency or default) == first]


def _first_line(
    hands: list[Building], session: _Session, known: Needed, problems: WorkbookProblems
) -> dict[str, Any] | None:
    options, first = known.options, hands[0]
    where = f"line {first.line}"
    opened = first.at or first.opened
    at = known.local(opened).isoformat() if opened else options.opened_at
    currency = first.currency or options.currency
    if at is None:
        do = f"State when the session began with {options.named('opened_at')}."
        problems.add(None, where, "date", NONE, "the date and time of the hand", do)
    if currency is None and not _is_asked_for(problems):
        do = f"State it with {options.named('currency')}, such as EUR."
        expected = "the currency of the amounts; a $ alone does not say whose dollars they are"
        problems.add(None, where, "currency", NONE, expected, do)
    if currency is not None and not is_currency(currency):
        do = "Correct it in the hand history."
        problems.add(None, where, "currency", shown(currency), CURRENCY, do)
        return None
    return None if at is None or currency is None else {
        "event": "session", "format": FORMAT, "room": known.room, "session": session.name, "table": session.table,
        "currency": currency, "opened_at": at, "history": to_builtins(session.history),
        **({"ruleset": options.ruleset} if options.ruleset else {}),
        **({"tournament": identifier(first.tournament)} if first.tournament else {}),
    }  # fmt: skip


def _is_asked_for(problems: WorkbookProblems) -> bool:
    return any((each.field, each.found) == ("currency", NONE) for each in problems.found)


def _numbers(hands: list[Building]) -> list[int]:
    """Hands' numbers: the last twelve digits of their own if distinct, else their places.

    Only consecutive numbers mean consecutive hands.
    """
    digits = ["".join(re.findall("[0-9]+", hand.ident))[-12:] for hand in hands]
    if all(digits) and len(set(map(int, digits))) == len(digits):
        return list(map(int, digits))
    return list(range(1, len(hands) + 1))


def _events(hand: Building, number: int, known: Needed) -> list[dict[str, Any]]:
    """Lines of a hand, with what happened before and after."""
    at = {"at": known.local(hand.at).isoformat()} if hand.at else {}
    seats = [_of_player(row, known) for _, row in sorted(hand.seats.items())]
    ident = {"_id": hand.ident} if hand.ident else {}
    whole = {
        "event": "pot_hand",
        "hand": number,
        **ident,
        **at,
        **hand.event,
        "seats": seats,
        "acts": hand.acts,
    }
    before, after = (
        [{**_of_player(each, known), **at} for each in those] for those in (hand.before, hand.after)
    )
    return [*before, whole, *after]


def _of_player(row: dict[str, Any], known: Needed) -> dict[str, Any]:
    return {**row, "player": pseudonym(known.key, row["player"])}


def _problems_of(data: bytes) -> tuple[Problem, ...]:
    try:
        for _ in LogReader().blocks([data]):
            pass
    except Refused as refused:
        return refused.problems
    return ()


def _report(
    problem: Problem, hand: Building | None, options: ImportOptions, problems: WorkbookProblems
) -> None:
    where = f"line {hand.line}" if hand else ""
    named = f"hand {identifier(hand.ident)}" if hand and hand.ident else ""
    field = ", ".join(each for each in (named, problem.field) if each)
    do = "The hand is left out; correct it." if hand else f"Correct {options.named(problem.field)}."
    problems.add(None, where, field, problem.found, problem.expected, do)
    if hand:
        problems.unread.add(hand.line)


def wrong(
    problems: WorkbookProblems,
    line: int,
    ident: str,
    field: str,
    found: str,
    expected: str,
    do: str,
    *,
    refuses: bool = True,
) -> None:
    """Report an unreadable hand, which is left out. refuses: False where nothing is lost."""
    if refuses:
        problems.unread.add(line)
    named = ", ".join(each for each in (f"hand {identifier(ident)}" if ident else "", field) if each)
    do = f"{do} The hand is left out."
    problems.add(None, f"line {line}", named, found, expected, do, refuses=refuses)


def doubtful(problems: WorkbookProblems, hand: Building) -> None:
    """Report a hand's doubts."""
    for each in hand.doubts:
        where, named = f"line {each.line or hand.line}", f"hand {identifier(hand.ident)}"
        problems.add(None, where, named, each.found, each.expected, each.do, refuses=False)


def _text(data: bytes, problems: WorkbookProblems) -> str:
    text, note = decoded(data)
    if note is not None:
        problems.add(None, f"line {note.line}", "", note.found, note.expected, note.do, refuses=False)
    return text
