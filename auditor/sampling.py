"""Samples: hands drawn by a public value and the register's root, compared with their videos. `docs/sampling.md` has the method.

What is drawn from, and the value, are committed first; the root of the first checkpoint that covers this then draws. What is
entered of a hand stays, and is compared with the record when the sample is closed, so that nobody enters what the record has.
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
from auditor.store.stored_times import now
from auditor.video import video_kept
from rules.checks.support.amounts import money_of
from rules.controls.library import UnknownRuleset
from rules.drawing import drawn, list_digest, most_wrong

MOST_HANDS = 1000  # of a sample


class Population(Struct, frozen=True):
    """Population that a sample would be drawn from."""

    sessions: tuple[ListedSession, ...]
    sha256: str

    @property
    def hands(self) -> int:
        return sum(each.hands for each in self.sessions)


class SampleOutcome(Struct, frozen=True):
    """Outcome of a closed sample. not_compared: hands that were not seen, or not recorded; they count as differing.

    bound: the share of wrong hands is below it, with 95% confidence.
    """

    hands: int
    agreeing: int
    differing: int
    not_compared: int
    bound: float


class ToLookAt(Struct, frozen=True):
    """A drawn hand for whoever looks at its video. number: in the order of the draw, from 1. entered: None: not yet.

    video_until: the last day on which the room has to keep the video; None: its authority sets no such time, or the hand's time
    is not recorded. video_clause: that sets it. in_window: whether that day is not over; None: not known. of_pots: whether it is
    of a pot game, so that its seats have no rows; only of a hand that was asked for by itself.
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
    """Samples over a store, of the rooms that the caller sees."""

    def __init__(self, store: Store, registry: Registry, rooms: Rooms) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms

    def get(self, number: int) -> Sample:
        """A sample. One whose draw was broken off is drawn now. Raises NoSuchSample."""
        found = self._store.samples.get(number)
        if found is None:
            raise NoSuchSample(f"There is no sample {number}.", SAMPLES)
        return found

    def page(self, page: Page, room: str | None = None) -> tuple[list[Sample], int]:
        """A part of the list, the newest first, and how many there are in all."""
        return self._store.samples.page(page, room)

    def population(self, room: str, first: dt.date, last: dt.date) -> Population:
        """The current sessions of a room on some gaming days whose logs are kept and have hands. Raises NoSuchRoom."""
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
        """Commit to a public value and draw. days: the first and the last. public: the value's source, and the value.

        Raises NoSuchRoom, and CannotSample where fewer hands are there than wanted.
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
        """A sample with its draw, which is made where it was broken off. Raises NoSuchSample, EvidencePurged."""
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
        """The entry of the register with what a drawn sample committed to."""
        proof = self._store.register.proof("sample.committed", sample.id, self._store.register_key.verifier)
        assert proof is not None  # it drew
        return proof.entry.index

    def to_look_at(self, sample: Sample) -> list[ToLookAt]:
        """The drawn hands for whoever looks at their videos: no card and no result of them."""
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
        """Unit of the amounts of a session: its currency, or chips where it was played under rules of tournaments."""
        library = self._registry.snapshot().of_room(session.room)
        try:
            revisions = library.choice(session.ruleset).revisions if session.ruleset is not None else ()
        except UnknownRuleset:
            revisions = ()
        return money_of(session.currency, revisions, tournament=session.facts.tournament is not None)

    def enter(
        self, sample: int, number: int, seats: Sequence[EnteredSeat], unseen: str | None, by: str | None
    ) -> Sample:
        """Put on record what was seen of a hand. unseen: why it could not be seen. Raises NoSuchSample, CannotSample,
        HandEntered, SampleClosed.
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
        """Compare what was entered with the record. Raises NoSuchSample, CannotSample while a hand is missing, SampleClosed."""
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
        """The hands at some places among all, in the order of the places."""
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
        """The last day on which a session's video has to be kept, and the clause that says so."""
        kept = None
        if record is not None:
            kept = video_kept(self._registry.snapshot(), record.room, record.day, now())
        return (None, None) if kept is None else (dt.date.fromisoformat(kept.until), kept.clause)

    def _all(self, selection: Selection) -> list[SessionRecord]:
        return list(self._store.sessions.all(selection))


def outcome(sample: Sample) -> SampleOutcome | None:
    """Outcome of a sample; None while it is not closed."""
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
