"""Drafts over a store: begun, keyed by one or several people, reviewed, submitted or discarded."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from auditor.admission import Unfit
from auditor.errors import Conflict, EvidencePurged, RefusedLog
from auditor.keyed.content import (
    KeyedHead,
    KeyedNote,
    SeatTaken,
    hand_of,
    head_of,
    must_be_printable,
    notes_of,
)
from auditor.keyed.keyed_log import KeyedClosing, Recorder, log_of, place_of
from auditor.keyed.keyed_refusals import CannotKey, KeyedMeanwhile, NetsMissing, NoSuchDraft
from auditor.keyed.keyed_shapes import Keyed, KeyedDraft, KeyedGame, Listed, Review
from auditor.keyed.offered import OfferedGroup, OfferedRuleset, offered
from auditor.overdue import gaming_today
from auditor.rooms import Rooms
from auditor.sessions import Sessions, Uploaded
from auditor.store import Store
from auditor.store.rows import Page, Selection, encoded
from auditor.store.service_clock import now
from auditor.store.stored_keyed import HandRow, NewHand
from auditor.terms import in_force
from auditor.trial_rulesets import RegistryTrials
from reports.formatting import listed
from rules.audit import NoRuleset, explain_hand
from rules.audit.source import BytesSource
from rules.controls.library import Library, NotApproved, UnknownRuleset
from rules.controls.procedure_of_irregularity import documented
from rules.controls.ruleset import Ruleset
from rules.records.events import IrregularityKind
from rules.replay.scoring import compiled
from rules.shown_hands import Exhibit
from rules.times import parse_one
from rules.zones import clock_text

MOST_DRAFTS = 200  # of a room
MOST_HANDS = 600  # of a draft
_NO_HAND = "No hand is keyed yet. Key at least one; for a table at which nothing was played, state that on the page of its day."
_NAMED = 8  # hands that a sentence names
_LOOKED_AT = 50  # logs, for the rulesets that a room's logs name
_SUBMITTED = "This draft is no longer there: somebody submitted or discarded it."
_CHANGED = "Somebody changed this draft since you opened it. Nothing was done: look at it, and send it again if it still fits."
_HAND = "Somebody else changed hand {hand} since you opened it. What you keyed was not saved."
_ALTERED = (
    "This draft is not as the service kept it, and nothing was submitted. Somebody may have altered it in the store, or the "
    "store was restored from a backup. Look at the session and at every hand, and say so, or discard the draft."
)
_HAND_GONE = "Somebody else removed hand {hand} since you opened it. What you keyed was not saved."


class KeyedSessions:
    """Drafts of rooms that the caller sees."""

    def __init__(self, store: Store, trials: RegistryTrials, rooms: Rooms, sessions: Sessions) -> None:
        self._store = store
        self._trials = trials
        self._rooms = rooms
        self._sessions = sessions

    def of_room(self, room: str) -> list[Listed]:
        """Drafts of a room, last changed first. Raises NoSuchRoom."""
        self._rooms.get(room)
        return [
            Listed(each, head_of(each.head), self.name_of(each.key))
            for each in self._store.keyed.of_room(room)
        ]

    def offered(self, room: str) -> list[OfferedGroup]:
        """Rulesets for a session of today, in the order of offer. Raises NoSuchRoom."""
        today, library = self.today(room), self._library(room)
        authority = library.authorities.get(
            in_force(self._rooms.get(room).terms, today).get("authority") or ""
        )
        return offered(
            self._rooms.in_force(room, today),
            self._named_by_logs(room),
            [each for each in library.rulesets() if each.holds_on(today)],
            authority.title if authority is not None else "",
        )

    def rulesets(self, room: str) -> list[OfferedRuleset]:
        """All rulesets of `offered`, in order. Raises NoSuchRoom."""
        return [each for group in self.offered(room) for each in group.rulesets]

    def _named_by_logs(self, room: str) -> list[str]:
        selection = Selection(room=room)
        _, total = self._sessions.page(selection, Page(1, 1))
        newest, _ = self._sessions.page(selection, Page(-(-total // _LOOKED_AT) or 1, _LOOKED_AT))
        return [each.ruleset.partition("@")[0] for each in reversed(newest) if each.ruleset]

    def today(self, room: str) -> dt.date:
        """A room's gaming day now. Raises NoSuchRoom."""
        return gaming_today(self._rooms.get(room).terms, now())

    def begin(self, room: str, head: KeyedHead) -> KeyedDraft:
        """Begin a draft. Raises NoSuchRoom, CannotKey."""
        self._rooms.get(room)
        self._must_be_possible(room, head)
        on_record = self._sessions.current(room, head.session)
        if on_record is not None:
            raise CannotKey(
                f"A log of session {head.session} is on record. Give this one another id; a correction is uploaded as a file.",
                "session",
            )
        for each in self.of_room(room):
            if each.head.session == head.session:
                raise CannotKey(f"Session {head.session} is being keyed already: open its draft.", "session")
        made = self._store.keyed.add(room, encoded(head), now(), MOST_DRAFTS)
        if made is None:
            raise CannotKey(f"Room {room} has {MOST_DRAFTS} drafts. Submit or discard some of them first.")
        return self.get(room, made)

    def get(self, room: str, draft: int) -> KeyedDraft:
        """A draft with its hands. Raises NoSuchRoom, NoSuchDraft."""
        record = self._rooms.get(room)
        found = self._store.keyed.get(room, draft)
        if found is None:
            raise NoSuchDraft(_SUBMITTED)
        row, head = found.draft, head_of(found.draft.head)
        terms = in_force(record.terms, self._day(room, head) or gaming_today(record.terms, now()))
        return KeyedDraft(
            row, head, {each.hand: Keyed(hand_of(each.content), each) for each in found.hands},
            str(terms["time_zone"]), self.name_of(row.key), tuple(map(hand_of, found.removed)), found.is_as_kept,
        )  # fmt: skip

    def name_of(self, key: str | None) -> str | None:
        """The holder of a key."""
        found = self._store.keys.get(key) if key is not None else None
        return found.name if found is not None else None

    def game(self, room: str, head: KeyedHead) -> KeyedGame:
        """Keying facts of a draft's ruleset; none where unrecorded or not in force."""
        revision = self._revision(room, head)
        if revision is None:
            return KeyedGame(None)
        rules = compiled(revision)
        return KeyedGame(
            revision, rules.natural_names, rules.topology == "banker", rules.chips is not None,
            tuple(each for each in get_args(IrregularityKind) if documented(revision, each)),
        )  # fmt: skip

    def _revision(self, room: str, head: KeyedHead) -> Ruleset | None:
        day = self._day(room, head)
        if head.ruleset is None or day is None:
            return None
        try:
            return self._library(room).choice(head.ruleset).approved().on(day)
        except (UnknownRuleset, NotApproved):
            return None

    def _day(self, room: str, head: KeyedHead) -> dt.date | None:
        found = self._trials.of(None).snapshot.rooms.get(room)
        return found.day(head.opened_at) if found is not None else None

    def _library(self, room: str) -> Library:
        return self._trials.of(None).snapshot.of_room(room)

    def _must_be_possible(self, room: str, head: KeyedHead) -> None:
        seats = [each.seat for each in head.seats]
        if len(seats) != len(set(seats)):
            raise CannotKey("A seat is there twice.", "seats")
        must_be_printable(head.seats)
        if head.ruleset is None:
            return
        revision = self._revision(room, head)
        if revision is None:
            raise CannotKey(f"{head.ruleset} was not in force on that day.", "ruleset")
        if revision.family == "pot":
            raise CannotKey(
                f"{head.ruleset} is of pot games, which cannot be keyed. Upload the log of the table, or a hand history.",
                "ruleset",
            )
        closed = revision.family == "chinese"
        if closed != (head.game == "chinese"):
            is_of = "closed hands" if closed else "open-face play"
            raise CannotKey(f"{head.ruleset} is of {is_of}, and another game is named.", "game")

    def seat(self, room: str, draft: int, seats: list[SeatTaken], seen: int) -> KeyedDraft:
        """Set the seats from the next hand on. Raises NoSuchDraft, KeyedMeanwhile, CannotKey."""
        before = self.get(room, draft)
        head = KeyedHead(
            **{name: getattr(before.head, name) for name in KeyedHead.__struct_fields__} | {"seats": seats}
        )
        self._must_be_possible(room, head)
        if not self._store.keyed.change(room, draft, encoded(head), seen, now()):
            raise KeyedMeanwhile(_CHANGED)
        return self.get(room, draft)

    def name_ruleset(self, room: str, draft: int, ruleset: str, seen: int) -> KeyedDraft:
        """Set a session's ruleset. Raises NoSuchDraft, KeyedMeanwhile, CannotKey."""
        before = self.get(room, draft)
        head = replace(before.head, ruleset=ruleset)
        self._must_be_possible(room, head)
        if not self._store.keyed.change(room, draft, encoded(head), seen, now()):
            raise KeyedMeanwhile(_CHANGED)
        return self.get(room, draft)

    def save(
        self, room: str, draft: int, number: int, content: bytes | str, seen: int, page: str = "", step: int = 0
    ) -> HandRow:  # fmt: skip
        """Keep a hand.

        seen: the changed version, 0 for new. page, step: the saving page and its count of saves, so that a repeated save does not
        conflict with itself. Raises NoSuchDraft, CannotKey, KeyedMeanwhile.
        """
        if not 0 <= number <= 10**6:
            raise CannotKey("A hand's number is 0 to 1,000,000.")
        new = NewHand(number, encoded(hand_of(content)), seen, page, step)
        kept = self._store.keyed.save(room, draft, new, lambda row: _may_follow(row, new), now(), MOST_HANDS)
        if kept is None:
            self._not_kept(room, draft, new)
        assert kept is not None
        if (kept.page, kept.step, kept.content) == (page, step, new.content):
            return kept
        if page and kept.page == page and kept.step >= step:
            return kept  # an earlier save of the same page, that comes late
        raise KeyedMeanwhile(_HAND.format(hand=number), kept)

    def _not_kept(self, room: str, draft: int, new: NewHand) -> None:
        found = self.get(room, draft)
        if new.hand not in found.hands and new.seen:
            raise KeyedMeanwhile(_HAND_GONE.format(hand=new.hand))
        raise CannotKey(f"A draft has {MOST_HANDS} hands at most. Submit it, and begin another session.")

    def remove_hand(self, room: str, draft: int, number: int, seen: int) -> None:
        """Remove a hand. Raises NoSuchDraft, KeyedMeanwhile."""
        found = self.get(room, draft)
        if not self._store.keyed.remove_hand(room, draft, number, seen, now()):
            there = found.hands.get(number)
            raise KeyedMeanwhile(_HAND.format(hand=number), there.row if there else None)

    def discard(self, room: str, draft: int, seen: int) -> None:
        """Remove a draft. Raises NoSuchDraft, KeyedMeanwhile."""
        self.get(room, draft)
        if not self._store.keyed.remove(room, draft, seen):
            raise KeyedMeanwhile(_CHANGED)

    def due(self, room: str, draft: int, number: int) -> Exhibit:
        """Dues of a hand beside the recorded amounts, noted as shown, once every net is kept. Raises NoSuchDraft, NetsMissing,
        CannotKey.
        """
        found = self.get(room, draft)
        hand = found.hands.get(number)
        if hand is None or not hand.content.nets_known:
            raise NetsMissing(
                f"What was due in hand {number} is shown once the recorded net of every seat is in the draft."
            )
        if not hand.row.due_shown:
            self._store.keyed.note_due_shown(room, draft, number)
        data = log_of(room, found.head, {number: hand.content}, found.zone)
        snapshot = self._trials.of(None).snapshot
        try:
            return next(iter(
                explain_hand(BytesSource(data), number, library=snapshot.of_room(room), room=snapshot.rooms.get(room))
            ))  # fmt: skip
        except (UnknownRuleset, NoRuleset, NotApproved) as error:
            raise CannotKey(f"What was due in hand {number} is not known. {error}") from error

    def review(self, draft: KeyedDraft) -> Review:
        """Notes before submission."""
        notes = [
            note for number, each in draft.hands.items() for note in notes_of(draft.head.game, number, each.content)
        ]  # fmt: skip
        notes += [
            KeyedNote(number, None, "a net was changed after what was due had been shown; the log says so")
            for number in sorted(draft.altered)
        ]
        if not draft.hands:
            return Review((KeyedNote(-1, None, _NO_HAND),), (), None)
        try:
            tried = self._sessions.upload(self._log(draft, KeyedClosing()), dry_run=True)
        except RefusedLog as error:
            contents = draft.contents
            problems = tuple(place_of(each, draft.head, contents) for each in error.refused.problems)
            return Review(problems, tuple(notes), None, isinstance(error.refused, Unfit))
        except (CannotKey, Conflict, EvidencePurged) as error:
            return Review((KeyedNote(-1, None, str(error)),), tuple(notes), None)
        odd = tuple(KeyedNote(-1, None, str(each)) for each in tried.warnings)
        return Review((), (*odd, *notes), tried.facts)

    def submit(
        self, room: str, draft: int, closing: KeyedClosing, seen: int, *, half_too: bool = False, looked_at: bool = False
    ) -> Uploaded:  # fmt: skip
        """Upload a draft's log, and remove the draft. half_too: even with incomplete hands. looked_at: even where it is not as
        this service kept it, which the log says then.

        The same draft gives the same bytes, so an interrupted submission can be repeated. Raises NoSuchDraft, KeyedMeanwhile,
        CannotKey, and what an upload raises.
        """
        found = self.get(room, draft)
        if found.row.version != seen:
            raise KeyedMeanwhile(_CHANGED)
        if not found.hands:
            raise CannotKey(_NO_HAND)
        if not (found.is_as_kept or looked_at):
            raise CannotKey(_ALTERED, "looked")
        if found.half and not half_too:
            raise CannotKey(_half_words(found.half), "half")
        log = self._log(found, closing)
        done = self._sessions.upload(log, f"keyed-{draft}.ndjson", keyed=found.alterations)
        if not self._store.keyed.remove(room, draft, seen):
            if self._store.keyed.get(room, draft) is None:
                return done
            raise KeyedMeanwhile(
                "The log was taken in, and while it was, somebody changed the draft. That change is not in the log, and the "
                "draft is still here: compare the two, then correct the log or discard the draft."
            )
        return done

    def _log(self, draft: KeyedDraft, closing: KeyedClosing) -> bytes:
        changed = parse_one(draft.row.changed_at)
        at = clock_text(draft.zone, changed[0] // 1_000_000 * 1_000_000) if changed else draft.row.changed_at
        recorder = Recorder(draft.row.key, at)
        return log_of(
            draft.row.room, draft.head, draft.contents, draft.zone, recorder, closing, draft.altered,
            is_as_kept=draft.is_as_kept,
        )  # fmt: skip


def _half_words(half: Sequence[int]) -> str:
    many = len(half) > 1
    some = [f"{number}" for number in half[:_NAMED]] + (
        [f"{len(half) - _NAMED} more"] if len(half) > _NAMED else []
    )
    named, they_are = f"Hand{'s' if many else ''} {listed(some)}", "they are" if many else "it is"
    return (
        f"{named} {'are' if many else 'is'} not complete, and nothing was submitted. Key what is missing, or say that "
        f"{they_are} to be submitted as {they_are}."
    )


def _may_follow(before: HandRow | None, new: NewHand) -> bool:
    """Whether a change rests on the present version, or on the same page's earlier one."""
    if before is None:
        return new.seen == 0
    if before.version == new.seen:
        return True
    return bool(new.page) and before.page == new.page and new.step > before.step
