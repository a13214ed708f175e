"""Samples: hands drawn by a public value and the register's root, and compared with their videos; see `docs/sampling.md`.

Population and value are committed, then the first checkpoint that covers them draws. Entries are compared only at closing, so
that nobody copies the record.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from auditor.errors import CannotSample, EvidencePurged, NoSuchRoom, NoSuchSample
from auditor.jobs.received_logs import evidence_of
from auditor.overdue import gaming_today
from auditor.registry import Registry
from auditor.remedies import ROOMS, SAMPLES
from auditor.rooms import Rooms
from auditor.sample_comparison import compared, hands_at, is_of_pots, recorded_at
from auditor.store import Store
from auditor.store.rows import Page, Selection, SessionRecord
from auditor.store.service_clock import now
from auditor.store.stored_samples import (
    Compared,
    DrawnHand,
    EnteredHand,
    EnteredSeat,
    ListedSession,
    NewEntered,
    NewSample,
    Sample,
    SampleDraw,
)
from auditor.video import video_kept
from rules.checks.support.amounts import money_of
from rules.controls.library import UnknownRuleset
from rules.drawing import drawn, list_digest, most_wrong

MOST_HANDS = 1000  # of a sample


class Population(Struct, frozen=True):
    """Population of a sample."""

    sessions: tuple[ListedSession, ...]
    sha256: str

    @property
    def hands(self) -> int:
        return sum(each.hands for each in self.sessions)


class SampleOutcome(Struct, frozen=True):
    """Outcome of a closed sample. not_compared: unseen or unrecorded hands, counted as differing.

    bound: 95% upper bound on the share of wrong hands.
    """

    hands: int
    agreeing: int
    differing: int
    not_compared: int
    bound: float


class ToLookAt(Struct, frozen=True):
    """A drawn hand to look at. number: in the draw, from 1. entered: None before.

    video_until: last day of the video; None where no authority sets one or the time is unknown. video_clause: its source.
    in_window: that day is not over; None unknown. of_pots: a pot game's, of a hand asked for alone.
    """

    number: int
    hand: DrawnHand
    session: ListedSession
    table: str
    entered: EnteredHand | None
    video_until: dt.date | None
    video_clause: str | None
    in_window: bool | None
    of_pots: bool = False


class Sampling:
    """Samples of the caller's rooms."""

    def __init__(self, store: Store, registry: Registry, rooms: Rooms) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms

    def get(self, number: int) -> Sample:
        """A sample, its broken-off draw completed. Raises NoSuchSample."""
        found = self._store.samples.get(number)
        if found is None:
            raise NoSuchSample(f"There is no sample {number}.", SAMPLES)
        return found

    def page(self, page: Page, room: str | None = None) -> tuple[list[Sample], int]:
        """Page of the samples, newest first, and the total."""
        return self._store.samples.page(page, room)

    def population(self, room: str, first: dt.date, last: dt.date) -> Population:
        """Current sessions of a room on some gaming days with hands and kept logs. Raises NoSuchRoom."""
        if not self._store.caller.sees(room) or not self._rooms.appears(room):
            raise NoSuchRoom(f"Room {room} is not on record.", ROOMS)
        selection = Selection(room=room, first_day=first.isoformat(), last_day=last.isoformat(), current=True)
        kept = [each for each in self._all(selection) if each.purged is None and each.hands]
        listed = [ListedSession(each.id, each.session, each.content_sha256, each.hands) for each in kept]
        listed.sort(key=lambda each: f"{each.session}\t{each.sha256}\t{each.hands}\n".encode())
        return Population(
            tuple(listed), list_digest((each.session, each.sha256, each.hands) for each in listed)
        )

    def draw(
        self, room: str, days: tuple[dt.date, dt.date], wanted: int, public: tuple[str, str], by: str | None
    ) -> Sample:
        """Commit to a public value and draw. days: first and last. public: (source, value).

        Raises NoSuchRoom, and CannotSample for too few hands.
        """
        source, value = public
        found = self.population(room, *days)
        if not 1 <= wanted <= min(found.hands, MOST_HANDS):
            raise CannotSample(
                f"A sample of {wanted:,} cannot be drawn: room {room} has {found.hands:,} hands on these days in sessions "
                f"whose logs are kept, and a sample has at most {MOST_HANDS:,}.",
                "hands",
            )
        first, last = (each.isoformat() for each in days)
        new = NewSample(room, first, last, found.sessions, found.sha256, wanted, source, value, by)
        return self.drawn(self._store.samples.commit(new, now()))

    def drawn(self, number: int) -> Sample:
        """A sample with its draw, completed if broken off. Raises NoSuchSample, EvidencePurged."""
        sample = self.get(number)
        if sample.draw is not None:
            return sample
        proof = self._store.register.proof("sample.committed", number, self._store.register_key.verifier)
        if proof is None:
            raise CannotSample(
                "The register has no checkpoint that covers the sample. Ask again in a moment."
            )
        root, size = proof.checkpoint.root.hex(), proof.checkpoint.size
        places = drawn(sample.value, root, sample.sessions_sha256, sample.hands, sample.wanted)
        self._store.samples.keep_draw(
            number, SampleDraw(now(), root, size, tuple(self._hands(sample, places)))
        )
        return self.get(number)

    def entry(self, sample: Sample) -> int:
        """The register's entry with a drawn sample's commitment."""
        proof = self._store.register.proof("sample.committed", sample.id, self._store.register_key.verifier)
        assert proof is not None  # it drew
        return proof.entry.index

    def to_look_at(self, sample: Sample) -> list[ToLookAt]:
        """Drawn hands to look at, without cards and results."""
        assert sample.draw is not None
        entered = {each.number: each for each in self._store.samples.entered(sample.id)}
        sessions = {each.number: each for each in sample.sessions}
        records = {each.number: self._store.sessions.get(each.number) for each in sample.sessions}
        room = self._rooms.find(sample.room)
        today = gaming_today(room.terms, now()) if room is not None else None
        found = []
        for number, hand in enumerate(sample.draw.drawn, 1):
            record = records[hand.session]
            until, clause = self._video(record)
            found.append(
                ToLookAt(
                    number, hand, sessions[hand.session], record.table if record else "", entered.get(number), until,
                    clause, None if until is None or today is None else today <= until,
                )
            )  # fmt: skip
        return found

    def hand(self, sample: Sample, number: int) -> ToLookAt:
        """One of the drawn hands. Raises NoSuchSample."""
        if sample.draw is None or not 1 <= number <= len(sample.draw.drawn):
            raise NoSuchSample(
                f"Sample {sample.id} has no hand {number}: they are numbered 1 to {sample.wanted}."
            )
        found = self.to_look_at(sample)[number - 1]
        record = self._store.sessions.get(found.hand.session)
        try:
            of_pots = record is not None and is_of_pots(evidence_of(self._store, record), found.hand.line)
        except EvidencePurged:
            of_pots = False
        return replace(found, of_pots=of_pots)

    def money(self, session: SessionRecord) -> str:
        """Unit of a session's amounts: its currency, or chips under rules of tournaments."""
        library = self._registry.snapshot().of_room(session.room)
        try:
            revisions = library.choice(session.ruleset).revisions if session.ruleset is not None else ()
        except UnknownRuleset:
            revisions = ()
        return money_of(session.currency, revisions, tournament=session.facts.tournament is not None)

    def enter(
        self, sample: int, number: int, seats: Sequence[EnteredSeat], unseen: str | None, by: str | None
    ) -> Sample:
        """Record what was seen of a hand. unseen: why nothing was. Raises NoSuchSample,
        CannotSample, HandEntered, SampleClosed.
        """
        found = self.hand(self.drawn(sample), number)
        _must_be_an_entry(seats, unseen)
        if found.of_pots and any(each.front or each.middle or each.back for each in seats):
            raise CannotSample(
                f"Hand {number} is of a pot game, whose seats have no rows. Enter what each seat won or lost, and leave the "
                "rows empty.",
                "seats",
            )
        self._store.samples.enter(sample, NewEntered(number, unseen, tuple(seats), by), now())
        return self.get(sample)

    def close(self, number: int, by: str | None) -> Sample:
        """Compare the entries with the record. Raises NoSuchSample, CannotSample while one is missing, SampleClosed."""
        sample = self.drawn(number)
        assert sample.draw is not None
        entered = self._store.samples.entered(number)
        if len(entered) < sample.wanted:
            missing = sample.wanted - len(entered)
            raise CannotSample(
                f"{missing} of the {sample.wanted} hands {'is' if missing == 1 else 'are'} not entered. Enter each; of a hand "
                "that cannot be seen, say why."
            )
        self._store.samples.close(number, self._compared(sample, entered), by, now())
        return self.get(number)

    def _compared(self, sample: Sample, entered: Sequence[EnteredHand]) -> list[Compared]:
        assert sample.draw is not None
        by_number = dict(enumerate(sample.draw.drawn, 1))
        found: dict[int, Compared] = {}
        for session in {each.session for each in sample.draw.drawn}:
            numbers = [number for number, hand in by_number.items() if hand.session == session]
            record = self._store.sessions.get(session)
            assert record is not None  # it was drawn from
            money = self.money(record)
            try:
                recorded = recorded_at(
                    evidence_of(self._store, record), [by_number[number].line for number in numbers]
                )
                why = "The record has no hand there."
            except EvidencePurged as error:
                recorded, why = {}, str(error)
            for each in entered:
                if each.number in numbers:
                    found[each.number] = compared(each, recorded.get(by_number[each.number].line), money, why)
        return [found[number] for number in sorted(found)]

    def _hands(self, sample: Sample, places: Sequence[int]) -> list[DrawnHand]:
        before, found = 0, dict[int, DrawnHand]()
        for session in sample.sessions:
            here = [each for each in places if before <= each < before + session.hands]
            record = self._store.sessions.get(session.number)
            if here and record is not None:
                found |= {
                    each.place: each
                    for each in hands_at(evidence_of(self._store, record), here, session, before)
                }
            before += session.hands
        return [found[each] for each in places]

    def _video(self, record: SessionRecord | None) -> tuple[dt.date | None, str | None]:
        kept = None
        if record is not None:
            kept = video_kept(self._registry.snapshot(), record.room, record.day, now())
        return (None, None) if kept is None else (dt.date.fromisoformat(kept.until), kept.clause)

    def _all(self, selection: Selection) -> list[SessionRecord]:
        return list(self._store.sessions.all(selection))


def outcome(sample: Sample) -> SampleOutcome | None:
    """Outcome of a sample; None before its closing."""
    if sample.closing is None:
        return None
    agrees = [each.agrees for each in sample.closing.results]
    agreeing, differing, others = agrees.count(True), agrees.count(False), agrees.count(None)
    return SampleOutcome(
        len(agrees), agreeing, differing, others, most_wrong(differing + others, len(agrees))
    )


def _must_be_an_entry(seats: Sequence[EnteredSeat], unseen: str | None) -> None:
    if unseen is not None:
        if seats:
            raise CannotSample(
                "A hand that could not be seen has no seats. Leave out one of the two.", "seats"
            )
        return
    if not seats:
        raise CannotSample(
            "Enter what each seat set and won, or say why the hand could not be seen.", "seats"
        )
    numbers = [each.seat for each in seats]
    if len(set(numbers)) < len(numbers):
        raise CannotSample("A seat is there twice. Enter each once.", "seats")
