"""Facts that an audit shows of a tournament."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from rules.audit.event_facts.level_facts import level_rows, published, rests, table_hands
from rules.audit.event_facts.money_facts import money_steps, payouts
from rules.audit.event_facts.sums import summed
from rules.replay.level_schedule import schedule_of
from rules.shown_events import ChipCount, FieldRow, NotDetermined, PlaceRow, TournamentFacts
from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_levels import hand_levels
from rules.tournaments.tournament_places import Placing
from rules.tournaments.tournament_records import (
    ColourUp,
    Count,
    Elimination,
    Payout,
    Penalty,
    Prize,
    RankingAward,
    Totals,
)
from rules.tournaments.tournament_replay import Replay
from rules.tournaments.tournament_undetermined import amount, known


def tournament_facts(replay: Replay) -> TournamentFacts:
    """Facts of a tournament's replay beside its file's."""
    header = replay.file.header
    stack = known(header.stack)
    hands = hand_levels(replay.file, replay.logs, replay.ruleset)
    return TournamentFacts(
        game=header.game,
        kind=header.kind,
        prizes_by=known(header.prizes_by) or "places",
        ranking=header.ranking is True,
        buy_in=header.buy_in,
        fee=amount(header.fee),
        bounty=amount(header.bounty),
        stack=replay.ruleset.sections.event.starting_stack.chips if stack is None else stack,
        published_at=known(header.published_at),
        last_at=_last_at(replay),
        levels_published=published(replay),
        by_hands=schedule_of(replay.ruleset) is not None,
        field=list(_field(replay)),
        money=money_steps(replay),
        payouts=payouts(replay),
        places=_places(replay),
        levels=level_rows(replay, hands),
        tables=table_hands(hands),
        rests=rests(replay),
        counts=list(_counts(replay)),
        undetermined=[
            NotDetermined(what=each.what, because=each.because, line=each.line, player=each.player)
            for each in replay.undetermined
        ],
    )


def _last_at(replay: Replay) -> str | None:
    events = [each for _, each in replay.file.events if isinstance(each, Elimination)]
    return next((str(each.at) for each in reversed(events) if each.at is not UNSET), None)


def _field(replay: Replay) -> Iterator[FieldRow]:
    field, close = replay.field, replay.file.close
    stated = close[1].totals if close is not None else UNSET
    totals = Totals() if stated is UNSET else stated
    gone = len(field.stakes) - len(field.counted)
    rows: tuple[tuple[Any, int, Any], ...] = (
        ("entries", len(field.counted), totals.entries),
        ("players", len(field.players), totals.players),
        ("reentries", field.reentries, totals.reentries),
        ("rebuys", len(field.rebuys), totals.rebuys),
        ("add_ons", len(field.add_ons), totals.add_ons),
        ("unregistered", gone, UNSET),
    )
    for what, due, said in rows:
        if due or said is not UNSET or what in ("entries", "players"):
            yield FieldRow(what=what, due=due, stated=known(said))


def _counts(replay: Replay) -> Iterator[ChipCount]:
    events = dict(replay.file.events)
    for each in replay.chips:
        event = events[each.line]
        assert isinstance(event, Count | ColourUp)
        yield ChipCount(
            line=each.line,
            at=known(event.at),
            what="colour_up" if each.what == "colour_up" else "count",
            tables=len(event.tables),
            counted=each.counted,
            due=each.due,
        )


# ---------------------------------------------------------------- places


def _places(replay: Replay) -> list[PlaceRow]:
    stated = _Stated(replay)
    return [_place(replay, each, stated) for each in replay.placings]


class _Stated:
    def __init__(self, replay: Replay) -> None:
        self.place: dict[str, int] = {}
        self.points: dict[str, int | str] = {}
        self.prizes: defaultdict[str, list[int]] = defaultdict(list)
        self.paid: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        players = {each.number: each.player for each in reversed(replay.field.stakes)}
        for _, event in replay.file.events:
            self._take(event, players)

    def _take(self, event: Any, players: dict[int, str]) -> None:
        if isinstance(event, Elimination | Penalty):
            self._placed(players.get(event.entry), event.place)
        elif isinstance(event, Prize):
            self.prizes[event.player].append(event.amount)
            self._placed(event.player, event.place)
        elif isinstance(event, Payout):
            self.paid[event.player, "prize" if event.of is UNSET else event.of].append(event.amount)
        elif isinstance(event, RankingAward):
            self.points[event.player] = event.points

    def _placed(self, player: str | None, place: Any) -> None:
        if player is not None and place is not UNSET:
            self.place[player] = place


def _place(replay: Replay, placing: Placing, stated: _Stated) -> PlaceRow:
    player = placing.player
    return PlaceRow(
        player=player,
        place=placing.place,
        tied=placing.tied,
        stated_place=stated.place.get(player),
        prize=replay.due[player],
        stated_prize=summed(stated.prizes[player]),
        paid=summed(stated.paid[player, "prize"]),
        bounty=None if replay.bounties is None else replay.bounties[player],
        paid_bounty=summed(stated.paid[player, "bounty"]),
        points=as_text(replay.points[player]),
        stated_points=stated.points.get(player),
    )
