"""View of a ledger.

Checks are generators over subjects (`event_outcomes`). Not recorded is untestable, never a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from msgspec import Struct, field

from rules.card_room import Room
from rules.checks.support.check import Draft, DraftSubject, Games, money_text
from rules.controls.ruleset import Ruleset
from rules.controls.sections import Sections
from rules.hands import Flags
from rules.ledgers.hits_due import DueHit
from rules.ledgers.ledger_records import Account, Close, Event, Ledger, LedgerLine
from rules.ledgers.ledger_replay import LedgerReplay
from rules.parties import account_party
from rules.results import MoneyKind
from rules.tournaments.tournament_logs import TournamentTableLog
from rules.tournaments.tournament_replay import Replay

LEDGERS: Games = ("tournament", "ledger")  # an account for a ranking has the ruleset of its tournaments
Kind = TypeVar("Kind", bound=LedgerLine)


class LedgerView(Struct, frozen=True, eq=False, dict=True):
    """A replayed ledger, with replayed tournaments by id and table logs.

    numbers: of the room's other ledgers; None: unknown. claimed: rules named in the file where other controls decide. room:
    None: not on record.
    """

    replay: LedgerReplay
    tournaments: Mapping[str, Replay]
    logs: tuple[TournamentTableLog, ...] = ()
    numbers: Sequence[int] | None = None
    claimed: Mapping[str, str] = field(default_factory=dict)
    room: Room | None = None

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(sorted({each.family for each in self.replay.rulesets.values()} | {"ledger"}))

    def __len__(self) -> int:
        """Always 1: a check counts its own subjects."""
        return 1

    @property
    def header(self) -> Ledger:
        return self.replay.file.header

    @property
    def all_events(self) -> tuple[tuple[int, Event], ...]:
        return self.replay.file.events

    @property
    def timed(self) -> list[tuple[int, LedgerLine | Close]]:
        """Events and close, with lines."""
        close = self.replay.file.close
        return [*self.all_events, *([] if close is None else [close])]

    def events(self, kind: type[Kind]) -> Iterator[tuple[int, Kind]]:
        return ((line, each) for line, each in self.all_events if isinstance(each, kind))

    @cached_property
    def accounts(self) -> dict[str, Account]:
        return {each.account: each for each in self.header.accounts}

    def rules(self, account: str) -> Sections | None:
        """Rules of an account; None: none."""
        found = self.replay.rulesets.get(account)
        return found.sections if found is not None else None

    def log_of(self, session: str) -> TournamentTableLog | None:
        """Log of a session in the ledger's money; None: not given."""
        return next((each for each in self.own_logs if each.session.session == session), None)

    @cached_property
    def own_logs(self) -> list[TournamentTableLog]:
        """Logs of the room in the ledger's money."""
        own = (self.header.room, self.header.currency)
        return [each for each in self.logs if (each.session.room, each.session.currency) == own]

    def tournament_of(self, name: str) -> Replay | None:
        """Tournament of the room in the ledger's money; None: not given, or without ruleset."""
        found = self.tournaments.get(name)
        own = (self.header.room, self.header.currency)
        if found is None or (found.file.header.room, found.file.header.currency) != own:
            return None
        return found

    def hits(self) -> Iterator[DueHit | None]:
        """Amounts due for hits; None: of an account without jackpots."""
        for each in self.replay.hits:
            rules = self.rules(each.hit.account)
            yield each if rules is not None and rules.jackpot_pool is not None else None

    def money(self, amount: int) -> str:
        return money_text(amount, self.header.currency)

    def at(self, line: int, account: str) -> str:
        """Name of a line: "Line 17, account olympic"."""
        return f"Line {line}, account {account}"

    def ruling(self, draft: Draft) -> str | None:
        """None, since no event of a ledger has a ruling."""
        return None

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft. Its line is in the file, or its session's log."""
        named = (draft.account, draft.player, draft.seat_number, draft.number)
        return DraftSubject(
            room=self.header.room,
            session=draft.session,
            identity=(self.header.room, "ledger", self.header.ledger, draft.session, *map(str, named)),
            hand=draft.number,
            seat=draft.seat_number,
            player=draft.player,
            line=draft.line,
            ruleset=self.replay.rulesets.get(draft.account) if draft.account is not None else usual,
            account=draft.account,
        )

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        return np.zeros(len(self), np.bool_)


def money_off(
    line: int,
    account: str,
    stated: int,
    expected: int,
    message: str,
    player: str | None = None,
    kind: MoneyKind | None = None,
) -> Draft:
    """Finding of a line's amount. kind: of money where no payment shows it."""
    return Draft(
        line=line,
        account=account,
        player=player,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(stated - expected),
        message=message,
        party=account_party(account) if kind is not None else None,
        money_kind=kind,
    )
