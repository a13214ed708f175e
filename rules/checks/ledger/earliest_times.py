"""Earliest time of a ledger line's event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.support.impossible_times import in_words, instant, is_before
from rules.ledgers.ledger_records import Award, Contribution, Drop, Hit, LedgerLine, Payout
from rules.tournaments.tournament_records import Elimination, Entry
from rules.tournaments.tournament_replay import Replay


class Told(Struct, frozen=True):
    """Earliest time of an event. what: "hand 12 of session C7"."""

    at: str
    what: str


def told(view: LedgerView, event: LedgerLine) -> Told | None:
    """Latest recorded time of a line's subject; None: none."""
    if isinstance(event, Drop):
        return _of_drop(view, event)
    if isinstance(event, Hit):
        return _of_hit(view, event)
    if isinstance(event, Payout):
        return _of_payout(view, event)
    if isinstance(event, Contribution):
        return _of_contribution(view, event)
    return _of_award(view, event) if isinstance(event, Award) else None


def _of_drop(view: LedgerView, event: Drop) -> Told | None:
    log = view.log_of(event.session) if isinstance(event.session, str) else None
    hands = [] if log is None else [each for each in log.hands if each.jackpot and each.at is not None]
    last = max(hands, key=lambda each: each.at or 0, default=None)
    if last is None or last.at is None:
        return None
    return Told(
        in_words(last.at, last.session.opened_at), f"hand {last.hand} of session {last.session.session}"
    )


def _of_hit(view: LedgerView, event: Hit) -> Told | None:
    log = view.log_of(event.session) if isinstance(event.session, str) else None
    hands = [] if log is None else [each for each in log.hands if each.hand == event.hand]
    if len(hands) != 1 or hands[0].at is None:
        return None
    (hand,) = hands
    return Told(
        in_words(hands[0].at, hand.session.opened_at), f"hand {hand.hand} of session {hand.session.session}"
    )


def paid_before(view: LedgerView, hit: Hit) -> list[str]:
    """Payout times, if several and all before the hit, whose time is then wrong."""
    paid = [str(each.at) for _, each in view.events(Payout) if _pays(each, hit) and isinstance(each.at, str)]
    return paid if len(paid) > 1 and all(is_before(each, hit.at) for each in paid) else []


def _pays(payout: Payout, hit: Hit) -> bool:
    return (payout.hit, payout.account) == (hit.hit, hit.account)


def _of_payout(view: LedgerView, event: Payout) -> Told | None:
    named = [each for _, each in view.events(Hit) if _pays(event, each) and isinstance(each.at, str)]
    if len(named) != 1 or paid_before(view, named[0]):
        return None
    return Told(str(named[0].at), f"hit {event.hit}")


def _of_contribution(view: LedgerView, event: Contribution) -> Told | None:
    """Last entry of its tournament; of several contributions, the first."""
    tournament = view.tournament_of(event.tournament) if isinstance(event.tournament, str) else None
    if tournament is None:
        return None
    entries = list(_times((line, each) for line, each in tournament.file.events if isinstance(each, Entry)))
    several = sum(each.tournament == event.tournament for _, each in view.events(Contribution)) > 1
    if not entries:
        return None
    entry, at = (min if several else max)(entries, key=lambda each: instant(each[1]) or 0)
    assert isinstance(entry, Entry)
    return Told(at, f"entry {entry.entry} of tournament {event.tournament}")


def _of_award(view: LedgerView, event: Award) -> Told | None:
    tournament = view.tournament_of(event.tournament) if isinstance(event.tournament, str) else None
    outs = [] if tournament is None else list(_times(_outs(tournament, event.player)))
    if not outs:
        return None
    out, at = max(outs, key=lambda each: instant(each[1]) or 0)
    assert isinstance(out, Elimination)
    return Told(at, f"the elimination of entry {out.entry} in tournament {event.tournament}")


def _outs(tournament: Replay, player: str) -> Iterator[tuple[int, Elimination]]:
    mine = {each.number for each in tournament.field.stakes if each.player == player}
    for line, event in tournament.file.events:
        if isinstance(event, Elimination) and event.entry in mine:
            yield line, event


def _times(rows: Iterable[tuple[int, Entry | Elimination]]) -> Iterator[tuple[Entry | Elimination, str]]:
    for _, event in rows:
        if isinstance(event.at, str):
            yield event, event.at
