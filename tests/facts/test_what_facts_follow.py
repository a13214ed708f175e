"""A fact that does not follow from those before it is named: a decision was made on a row that no fact says.

The story (tests/facts/story.py) has a fact of each kind that does follow.
"""

from functools import partial

import pytest
from msgspec.structs import replace

from auditor.facts.authority_state import AuthorityState
from auditor.facts.fold import apply, fold
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.kinds.facts_of_audits import AskedLog, SessionResultOnRecord
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import Factor, KeptFile
from tests.facts.story import INCIDENT, ROOM, STORY, at
from tests.folding import of_every

LAST = len(STORY)


@pytest.fixture(scope="module")
def tables():
    made = MemoryTables()
    fold(made, STORY)
    return made


def fact(kind, place=0, **changed):
    """A fact of the story, changed. place: among those of its kind."""
    return replace([each for each in STORY if each.kind == kind][place], **changed)


FACTOR = Factor("authenticator", at(2), 7)
OTHER_FILE = KeptFile("y" * 64, 1, "text/plain")
ASKED = fact("audit.asked", number=9)
OF_3 = SessionResultOnRecord(3, "b", "c", "d")
CASES = [
    (fact("key.made"), "keys has a row kkkkkkkk already."),
    (fact("key.replaced", id="oooooooo"), None),
    (fact("key.replaced", id="oooooooo", at=at(3)), f"key mmmmmmmm was revoked at {at(1, 30)}."),
    (fact("key.replaced", id="oooooooo", replaces="pppppppp"), "keys has no row pppppppp."),
    (fact("key.revoked"), f"key mmmmmmmm was revoked at {at(1, 30)} already."),
    (fact("key.revoked", id="pppppppp"), "keys has no row pppppppp."),
    (fact("person.invited", person=9, acts_with="pppppppp"), "keys has no row pppppppp."),
    (fact("person.invited"), "people has a row 1 already."),
    (fact("person.accepted"), "account 1 is accepted, and it has to be invited or reset."),
    (fact("person.accepted", person=2), None),
    (fact("person.accepted", person=3), "account 3 is disabled, and it has to be invited or reset."),
    (fact("person.reset", person=3), "account 3 is disabled, and it has to be invited or reset or accepted."),
    (fact("person.disabled"), "account 3 is disabled, and it has to be invited or reset or accepted."),
    (fact("credential.set", person=3), "account 3 is disabled, and it has to be invited or reset or accepted."),
    (fact("credential.set", person=9), "people has no row 9."),
    (fact("credential.ended", person=9), "credentials has no row 9."),
    (fact("sign_in.factor", sign_in=8, at=at(2, 1)), None),
    (fact("sign_in.factor", by="nnnnnnnn"), "the key is nnnnnnnn, and it has to be kkkkkkkk."),
    (fact("sign_in.factor", by=None), "the key is None, and it has to be kkkkkkkk."),
    (fact("sign_in.factor", person=2, by="nnnnnnnn"), "account 2 is reset, and it has to be accepted."),
    (fact("sign_in.factor", person=9), "people has no row 9."),
    (fact("sign_in.factor", method="guess"), "the method is guess, and it has to be authenticator or recovery or provider."),
    (fact("sign_in.factor", method="provider"), "account 1 has no provider."),
    (fact("room.totals", number=20, factor=FACTOR), None),
    (fact("room.totals", number=20, factor=Factor("authenticator", at(2, 1), 7)),
     f"no authenticator was given at {at(2, 1)} in sign-in 7."),
    (fact("room.totals", number=20, factor=Factor("authenticator", at(2), 8)),
     f"no authenticator was given at {at(2)} in sign-in 8."),
    (fact("room.totals", number=20, factor=Factor("recovery", at(2), 7)), f"no recovery was given at {at(2)} in sign-in 7."),
    (fact("room.totals", number=20, factor=FACTOR, by="nnnnnnnn"), "sign-in 7 is of account 1, not of its key."),
    (fact("room.totals", number=20, factor=FACTOR, by=None), "sign-in 7 is of account 1, not of its key."),
    (fact("calendar.made", person=3), "account 3 is disabled, and it has to be invited or reset or accepted."),
    (fact("summary.wanted", person=9), "people has no row 9."),
    (fact("pseudonyms.key_made"), f"pseudonym_keys has a row {ROOM} already."),
    (fact("room.terms"), f"room {ROOM} was changed by 16 already, and this is change 1."),
    (fact("room.terms", number=20, proposal=1), f"proposal 1 was approved at {at(2, 3)}."),
    (fact("room.terms", number=20, proposal=4), None),
    (fact("room.terms", number=20, proposal=9), "terms_proposals has no row 9."),
    (fact("room.terms", 2, room="EE-001", number=20), f"the room of session 1 is {ROOM}, and it has to be EE-001."),
    (fact("terms.proposed", number=9, room="EE-001"), "rooms has no row EE-001."),
    (fact("terms.approved"), f"proposal 1 was approved at {at(2, 3)}."),
    (fact("terms.approved", number=4, room="EE-001"), "rooms has no row EE-001."),
    (fact("terms.refused", number=3), f"proposal 3 was withdrawn at {at(2, 3)}."),
    (fact("terms.withdrawn", number=4), None),
    (fact("controls.draft"), "own@1 is approved, and it has to be draft or denied."),
    (fact("controls.draft", 1, number=20), None),
    (fact("controls.draft", 1, room="EE-001"), f"the room of own@2 is {ROOM}, and it has to be EE-001."),
    (fact("controls.document"), "own@1 is approved, and it has to be draft or denied."),
    (fact("controls.submitted"), "own@1 is approved, and it has to be draft."),
    (fact("controls.submitted", revision=9), "controls has no row own 9."),
    (fact("controls.withdrawn"), "own@1 is approved, and it has to be submitted."),
    (fact("controls.approved", revision=2), "own@2 is denied, and it has to be submitted."),
    (fact("controls.denied"), "own@2 is denied, and it has to be submitted."),
    (fact("controls.discarded", revision=2), "own@2 is denied, and it has to be draft."),
    (fact("controls.draft", 1), "changes has a row 9 already."),
    (fact("room.totals"), "changes has a row 15 already."),
    (fact("controls.discarded", revision=4, number=20), None),
    (fact("hold.made"), "holds has a row 1 already."),
    (fact("hold.lifted"), f"hold 1 was lifted at {at(3)} already."),
    (fact("hold.lifted", number=2), None),
    (fact("hold.lifted", number=9), "holds has no row 9."),
    (fact("evidence.purged"), f"purges has a row evidence {'s' * 64} already."),
    (fact("evidence.purged", of="y" * 64), f"no file {'y' * 64} is on record."),
    (fact("evidence.purged", of="o" * 64), None),
    (fact("evidence.purged", of="o" * 64, kept_until="2026-03-20"),
     f"nothing is purged before its time, and {'o' * 64} is kept until 2026-03-20."),
    (fact("evidence.purged", of="u" * 64), "audit 3, which needs it, is queued, and it has to be finished or failed."),
    (fact("upload.returned"), "returns has a row 1 already."),
    (fact("store.erased", number=2, purge=9), "there is no purge 9."),
    (fact("blob.repaired"), "repairs has a row 1 already."),
    (fact("result.purged", of="2"), "audit 2 is failed, and it has to be finished."),
    (fact("result.purged", of="9"), "audits has no row 9."),
    (fact("store.erased", purge=9), "there is no purge 9."),
    (fact("upload.accepted", number=9), f"log {'s' * 64} is a session already."),
    (fact("upload.accepted", number=9, file=OTHER_FILE, content_sha256="y" * 64),
     "the session that session 9 supersedes is 1, and it has to be None."),
    (fact("upload.accepted", number=9, file=OTHER_FILE, content_sha256="y" * 64, supersedes=1), None),
    (fact("upload.accepted", number=9, file=OTHER_FILE, content_sha256="y" * 64, session="S-2", supersedes=2),
     "the session that session 9 supersedes is 3, and it has to be 2."),
    (fact("upload.repeated", number=9), "sessions has no row 9."),
    (fact("upload.repeated", number=2), f"the log of session 2 is {'t' * 64}, and it has to be {'s' * 64}."),
    (fact("upload.refused", file=KeptFile("s" * 64, 1, "text/plain")),
     f"file {'s' * 64} is session, and it has to be refused or conflict."),
    (fact("event.accepted", number=2, supersedes=None), "the file that file 2 supersedes is 1, and it has to be None."),
    (fact("event.accepted", number=2, supersedes=1), None),
    (fact("original.accepted", number=3, file=OTHER_FILE),
     f"the digest of original 1 is {'o' * 64}, and it has to be {'y' * 64}."),
    (fact("original.accepted"), "imports has a row 1 already."),
    (fact("original.accepted", number=3), None),
    (ASKED, None),
    (replace(ASKED, logs=(AskedLog(9, "s" * 64),)), "sessions has no row 9."),
    (replace(ASKED, logs=(AskedLog(1, "t" * 64),)), f"the file of session 1 is {'s' * 64}, and it has to be {'t' * 64}."),
    (replace(ASKED, of=8), "audits has no row 8."),
    (fact("audit.finished"), "audit 1 is finished, and it has to be queued."),
    (fact("audit.finished", number=9), "audits has no row 9."),
    (fact("audit.finished", number=3), "session 1 is not of audit 3."),
    (fact("audit.finished", number=3, statistics=(), sums=(), sessions=(), new_incidents=()), None),
    (fact("audit.finished", number=3, statistics=(), sums=(), sessions=()), None),
    (fact("audit.finished", number=3, statistics=(), sums=(), sessions=(OF_3,), new_incidents=()), None),
    (fact("screening.summed"), "screening_statistics has no row 1."),
    (fact("audit.failed"), "audit 2 is failed, and it has to be queued."),
    (fact("incident.answered"), f"incident {INCIDENT} is closed, and it has to be open or returned."),
    (fact("incident.accepted"), f"incident {INCIDENT} is closed, and it has to be answered."),
    (fact("incident.returned"), f"incident {INCIDENT} is closed, and it has to be answered."),
    (fact("incident.returned", number=9), f"incident {INCIDENT} is closed, and it has to be answered."),
    (fact("incident.returned", number=9, stated_sha256="t" * 64), None),
    (fact("incident.returned", stated_sha256="t" * 64), "incident_events has a row 2 already."),
    (fact("incident.returned", number=9, stated_sha256="t" * 64, room="WA-0500"),
     f"the room of incident {INCIDENT} is {ROOM}, and it has to be WA-0500."),
    (fact("incident.returned", correction=3), f"incident {INCIDENT} was not closed for a correction before."),
    (fact("incident.closed"), f"incident {INCIDENT} is closed, and it has to be accepted or returned."),
    (fact("incident.closed", correction=3),
     f"incident {INCIDENT} is closed, and it has to be open or answered or returned or accepted."),
    (fact("incident.answered", incident="j"), "room_incidents has no row j."),
    (fact("report.issued", number=2, audit=2), "audit 2 is failed, and it has to be finished."),
    (fact("report.pulled", report=9), "reports has no row 9."),
    (fact("sample.drawn", sample=9), "samples has no row 9."),
    (fact("sample.drawn"), "sample_draws has a row 1 already."),
    (fact("sample.hand_entered", number=2), "sample 1 was compared already."),
    (fact("sample.hand_entered", number=2, sample=9), "sample_draws has no row 9."),
    (fact("sample.closed"), "sample_closings has a row 1 already."),
    (fact("sample.closed", sample=9), "sample_draws has no row 9."),
    (fact("screening.listed"), "screening_lists has a row 1 already."),
    (fact("screening.closed"), "screening_closings has a row 1 already."),
    (fact("engine.changed"), "engines has a row 1 already."),
]  # fmt: skip


def copied(tables):
    made = MemoryTables()
    for name in tables.names():
        for row in tables.of(name):
            made.put(name, row)
    return made


@of_every(
    ("after", "words"),
    CASES,
    ids=lambda each: each if isinstance(each, str) else getattr(each, "kind", "follows"),
)
def test_a_fact_is_named_where_it_does_not_follow(tables, after, words):
    made = copied(tables)
    if words is None:
        apply(made, LAST, after)
        return
    with pytest.raises(DoesNotFollow) as error:
        apply(made, LAST, after)
    assert str(error.value) == f"Fact {LAST} ({after.kind}) does not follow from those before it: {words}"
    assert (error.value.seq, error.value.fact) == (LAST, after)


def test_controls_are_approved_with_the_file_and_the_document_that_were_submitted(tables):
    for changed, words in (
        ({"source": "y" * 64}, f"the file of own@4 is {'e' * 64}, and it has to be {'y' * 64}."),
        ({"source": "e" * 64}, f"the document of own@4 is None, and it has to be {'b' * 64}."),
    ):
        made = copied(tables)
        apply(made, LAST, fact("controls.submitted", revision=4, number=20))
        with pytest.raises(DoesNotFollow) as error:
            apply(made, LAST + 1, fact("controls.approved", revision=4, **changed))
        assert words in str(error.value)


def test_an_answer_is_accepted_after_it_was_given_and_not_before():
    accepted = next(seq for seq, each in enumerate(STORY) if each.kind == "incident.accepted")
    without = [*STORY[: accepted - 1], STORY[accepted]]
    with pytest.raises(DoesNotFollow) as error:
        fold(MemoryTables(), without)
    assert f"Fact {accepted - 1} (incident.accepted)" in str(error.value)
    assert f"incident {INCIDENT} is returned, and it has to be answered." in str(error.value)


def test_a_later_log_has_an_incident_again_that_was_closed_for_a_correction():
    """Not one that was closed for another reason, nor for a log that came after it."""
    removed = fact("incident.closed", number=7, correction=2)
    again = fact("incident.returned", number=8, correction=2)
    answered = next(seq for seq, each in enumerate(STORY) if each.kind == "incident.answered")
    made = MemoryTables()
    fold(made, [*STORY[: answered + 1], removed])
    assert made.get("incident_states", INCIDENT)["correction"] == 2
    with pytest.raises(DoesNotFollow, match="was not closed for a correction before"):
        apply(copied(made), LAST, replace(again, correction=1))
    apply(made, LAST, again)
    state = made.get("incident_states", INCIDENT)
    assert (state["state"], state["step"], state["steps"]) == ("returned", 8, 3)
    for closed in (None, 2):
        accepted = copied(made)
        apply(accepted, LAST + 1, fact("incident.answered", number=9))
        apply(accepted, LAST + 2, fact("incident.accepted", number=10))
        apply(accepted, LAST + 3, fact("incident.closed", number=11, correction=closed))
        assert accepted.get("incident_states", INCIDENT)["state"] == "closed"


def test_a_fact_follows_its_key_which_has_not_ended(tables):
    hold = fact("hold.made", number=9, at=at(14))
    for changed, words in (
        ({"by": "kkkkkkkk"}, None),
        ({"by": "pppppppp"}, "keys has no row pppppppp."),
        ({"by": "mmmmmmmm"}, f"key mmmmmmmm was revoked at {at(1, 30)}."),
        ({"by": "kkkkkkkk", "at": at(23)}, f"key kkkkkkkk ended at {at(23)}, and this is of {at(23)}."),
        ({"by": "mmmmmmmm", "adopted": True}, None),
        ({"by": "pppppppp", "adopted": True}, "keys has no row pppppppp."),
    ):
        after = replace(hold, **changed)
        assert refusals(tables, after) == [words, words]


def refusals(tables, after):
    """Why a fact does not follow, in tables and in the state in memory."""
    made, state = copied(tables), AuthorityState()
    state.follow(STORY)
    found = []
    for act in (partial(apply, made, LAST, after), partial(state.follow, [after])):
        try:
            act()
            found.append(None)
        except DoesNotFollow as error:
            found.append(str(error).partition("before it: ")[2])
    assert (9 in {row["id"] for row in made.of("holds")}) == (found[0] is None)
    assert (9 in {row["id"] for row in state.holds()}) == (found[1] is None)
    return found


def test_a_file_that_is_held_is_not_purged(tables):
    """Hold 2 is on session S-9 of the room; it covers what is not known to be outside it."""
    for changed, held in (
        ({"session": "S-9"}, True),
        ({"session": None}, True),
        ({"room": None, "session": None}, True),
        ({"session": "S-7"}, False),
        ({"room": "EE-001"}, False),
        ({"session": "S-9", "adopted": True}, False),
    ):
        made = copied(tables)
        after = fact("evidence.purged", number=9, of="o" * 64, **changed)
        if not held:
            apply(made, LAST, after)
            continue
        with pytest.raises(DoesNotFollow) as error:
            apply(made, LAST, after)
        assert str(error.value).endswith(f": hold 2 is on {'o' * 64}, and was not lifted.")


def test_days_of_a_hold_are_those_that_it_covers(tables):
    hold = fact("hold.made", number=9, first_day="2015-03-14", last_day="2015-03-15")
    for first, last, held in (
        ("2015-03-13", "2015-03-13", False),
        ("2015-03-13", "2015-03-14", True),
        ("2015-03-15", "2015-03-15", True),
        ("2015-03-16", "2015-03-16", False),
        (None, "2015-03-16", True),
    ):
        made = copied(tables)
        apply(made, LAST, hold)
        after = fact("evidence.purged", number=9, of="o" * 64, session="S-7", first_day=first, last_day=last)
        if held:
            with pytest.raises(DoesNotFollow, match="hold 9 is on"):
                apply(made, LAST + 1, after)
        else:
            apply(made, LAST + 1, after)


def test_a_hand_of_a_sample_is_entered_once():
    entered = next(seq for seq, each in enumerate(STORY) if each.kind == "sample.hand_entered")
    made = MemoryTables()
    fold(made, STORY[: entered + 1])
    with pytest.raises(DoesNotFollow, match="hand 1 of sample 1 was entered already"):
        apply(made, entered + 1, fact("sample.hand_entered", number=2))
