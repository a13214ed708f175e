"""A story of a card room in facts, in which every kind of fact occurs."""

from auditor.facts.kinds.facts_of_audits import (
    AskedLog,
    AuditAsked,
    AuditFailedOnRecord,
    AuditFinished,
    NewIncidentOnRecord,
    SessionResultOnRecord,
    StatisticsOnRecord,
    StatisticsSummed,
    SumsOnRecord,
)
from auditor.facts.kinds.facts_of_holds import (
    BlobRepaired,
    EvidencePurgedOnRecord,
    HoldLiftedOnRecord,
    HoldMade,
    ResultPurgedOnRecord,
    StoreErased,
    UploadReturned,
)
from auditor.facts.kinds.facts_of_incidents import (
    AttachedOnRecord,
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
)
from auditor.facts.kinds.facts_of_keys import (
    CalendarEnded,
    CalendarMade,
    CredentialEnded,
    CredentialSet,
    KeyMade,
    KeyReplaced,
    KeyRevokedOnRecord,
    PersonAccepted,
    PersonDisabled,
    PersonInvited,
    PersonReset,
    PseudonymKeyMade,
    SignInFactorGiven,
    SummaryWanted,
)
from auditor.facts.kinds.facts_of_log import (
    EngineChanged,
    LogKeyHandedOver,
    LogKeyReplaced,
    StoreAdopted,
    StoreRestored,
)
from auditor.facts.kinds.facts_of_reports import (
    ReportIssued,
    ReportPulled,
    SampleCommitted,
    SampleCompared,
    SampleDrawn,
    SampleHandEntered,
    ScreeningClosed,
    ScreeningListed,
)
from auditor.facts.kinds.facts_of_rooms import (
    ControlsApproved,
    ControlsDenied,
    ControlsDiscarded,
    ControlsDocumented,
    ControlsDrafted,
    ControlsSubmitted,
    ControlsWithdrawn,
    DayTotalsStated,
    MovedSession,
    RoomTermsSet,
    TermsApproved,
    TermsProposed,
    TermsRefused,
    TermsWithdrawn,
)
from auditor.facts.kinds.facts_of_uploads import (
    DerivedOnRecord,
    EventFileAccepted,
    OriginalAccepted,
    OriginalRefused,
    UploadAccepted,
    UploadRefused,
    UploadRepeated,
)
from auditor.facts.recorded_fact import Factor, KeptFile

ROOM = "WA-0417"
INCIDENT = "i" * 64


def at(hour, minute=0):
    return f"2026-03-15T{hour:02}:{minute:02}:00.000000Z"


def file(letter, **more):
    return KeptFile(letter * 64, 100, "application/x-ndjson", **more)


def key(id, hour, **more):
    about = {"role": "compliance", "name": "Dana", "person": True, "made_by": "ops", "expires_at": at(23)}
    return {"id": id, "secret_sha256": id[0] * 64, "at": at(hour), **about, **more}


def change(number, hour, **more):
    return {
        "number": number,
        "room": ROOM,
        "rooms": (ROOM,),
        "at": at(hour, number),
        "by": "kkkkkkkk",
        "who": "Dana",
        **more,
    }


def controls(number, hour, revision=1, **more):
    return change(number, hour, ruleset="own", revision=revision, **more)


def step(number, hour, **more):
    about = {
        "room": ROOM,
        "incident": INCIDENT,
        "audit": 1,
        "stated_sha256": "s" * 64,
        "who": "Dana",
        "rooms": (ROOM,),
    }
    return {"number": number, "at": at(hour), **about, **more}


def purge(number, of, hour, **more):
    ground = {"last_day": "2015-03-14", "year_ends": "2015-06-30", "years": 5, "kept_until": "2020-06-30",
              "parameter": "own@1", "clause": "WAC", "who": "ops"}  # fmt: skip
    return {
        "number": number,
        "of": of,
        "sha256": "p" * 64,
        "size": 100,
        "at": at(hour),
        "room": ROOM,
        **ground,
        **more,
    }


def session(number, letter, **more):
    about = {"room": ROOM, "session": f"S-{number}", "table": "T1", "currency": "USD", "day": "2026-03-14", "hands": 9,
             "opened_at": "2026-03-14T20:00:00Z", "facts_sha256": "f" * 64, "rooms": (ROOM,)}  # fmt: skip
    return {
        "number": number,
        "file": file(letter),
        "content_sha256": letter * 64,
        "at": at(3),
        **about,
        **more,
    }


def asked(number, hour, *logs, **more):
    about = {"request": {"pending": True}, "request_sha256": "r" * 64, "hands_total": 9, "rooms": (ROOM,)}
    return {"number": number, "at": at(hour), "logs": logs, **about, **more}


NEW_INCIDENT = NewIncidentOnRecord(
    position=0, incident=INCIDENT, room=ROOM, session="S-2", day="2026-03-14", code="SCR001", clause="WSGC-6d"
)

PEOPLE = [
    KeyMade(**key("kkkkkkkk", 0, of_rooms=(ROOM,))),
    KeyMade(**key("mmmmmmmm", 0, role="regulator", authority="wsgc")),
    KeyReplaced(**key("nnnnnnnn", 1, replaces="mmmmmmmm"), ends=at(2)),
    KeyRevokedOnRecord(id="mmmmmmmm", at=at(1, 30), by="nnnnnnnn"),
    PersonInvited(person=1, acts_with="kkkkkkkk", until=at(5), at=at(1), parts={"email": "1" * 64}),
    CredentialSet(person=1, invitation_until=at(5), at=at(1), parts={"secrets": "2" * 64}),
    PersonAccepted(person=1, at=at(2), by="kkkkkkkk"),
    CredentialSet(person=1, totp_since=at(2), at=at(2), parts={"secrets": "3" * 64}),
    SignInFactorGiven(person=1, sign_in=7, method="authenticator", at=at(2), by="kkkkkkkk"),
    CalendarMade(person=1, calendar="c" * 64, at=at(2)),
    CalendarEnded(person=1, at=at(2, 1)),
    CalendarMade(person=1, calendar="d" * 64, at=at(2, 2)),
    SummaryWanted(person=1, daily=True, at=at(2)),
    PersonInvited(person=2, acts_with="nnnnnnnn", until=at(5), at=at(2), parts={"email": "4" * 64}),
    PersonReset(person=2, until=at(6), at=at(3)),
    CredentialEnded(person=2, at=at(3)),
    PersonInvited(person=3, acts_with="mmmmmmmm", until=at(5), at=at(2), parts={"email": "5" * 64}),
    PersonDisabled(person=3, at=at(3)),
    PseudonymKeyMade(room=ROOM, at=at(3), parts={"secret": "6" * 64}),
]
ROOMS = [
    RoomTermsSet(terms=[{"from": None, "tables": 5}], **change(1, 2)),
    TermsProposed(number=1, room=ROOM, terms={"tables": 6}, who="Dana", at=at(2, 2)),
    TermsProposed(number=2, room=ROOM, terms={"tables": 7}, who="Dana", at=at(2, 2)),
    TermsProposed(number=3, room=ROOM, terms={"tables": 8}, who="Dana", at=at(2, 2)),
    TermsProposed(number=4, room=ROOM, terms={"tables": 9}, who="Dana", at=at(2, 2)),
    RoomTermsSet(terms=[{"from": None, "tables": 6}], proposal=1, **change(2, 2)),
    TermsApproved(number=1, room=ROOM, reference="letter 1", change=2, who="Agent 12", at=at(2, 3)),
    TermsRefused(number=2, room=ROOM, reference="letter 2", note="no", who="Agent 12", at=at(2, 3)),
    TermsWithdrawn(number=3, room=ROOM, who="Dana", at=at(2, 3)),
    ControlsDrafted(file=file("a"), digest="A" * 64, starts="2026-01-01", title="Ours", **controls(3, 2)),
    ControlsDocumented(file=file("b", filename="c.pdf"), **controls(4, 2)),
    ControlsSubmitted(**controls(5, 2)),
    ControlsWithdrawn(**controls(6, 2)),
    ControlsSubmitted(**controls(7, 2)),
    ControlsApproved(digest="A" * 64, source="a" * 64, document="b" * 64, reference="letter 3",
                     factor=Factor("authenticator", at(2), 7), **controls(8, 2)),
    ControlsDrafted(file=file("c"), **controls(9, 2, revision=2)),
    ControlsSubmitted(**controls(10, 2, revision=2)),
    ControlsDenied(note="no", reference="letter 4", **controls(11, 2, revision=2)),
    ControlsDrafted(file=file("d"), **controls(12, 2, revision=3)),
    ControlsDiscarded(source="d" * 64, **controls(13, 2, revision=3)),
    ControlsDrafted(file=file("e"), title="Ours", **controls(14, 2, revision=4)),
    DayTotalsStated(day="2026-03-14", totals={"fees": {"hand_fee": 500}}, **change(15, 2)),
]  # fmt: skip
LOGS = [
    HoldMade(number=1, room=ROOM, reason="case 12", who="Agent 12", at=at(2)),
    HoldMade(number=2, room=ROOM, session="S-9", reason="case 13", at=at(2)),
    HoldLiftedOnRecord(number=1, reason="closed", who="Agent 12", at=at(3)),
    UploadRefused(file=file("x"), outcome="refused", problem_count=2, at=at(3), parts={"problems": "7" * 64}),
    UploadAccepted(**session(1, "s")),
    UploadAccepted(**session(2, "t")),
    UploadAccepted(**session(3, "u", session="S-2", supersedes=2, at=at(4))),
    UploadRepeated(number=1, file=file("z"), content_sha256="s" * 64, at=at(4), rooms=(ROOM,)),
    RoomTermsSet(terms=[{"from": None, "tables": 9}], days=(MovedSession(1, "2026-03-13"),), **change(16, 4)),
    EventFileAccepted(number=1, event="ledger", room=ROOM, name="L-1", currency="USD", file=file("l"), content_sha256="l" * 64,
                      facts_sha256="g" * 64, at=at(4)),
    OriginalAccepted(number=1, original=1, room=ROOM, file=file("o"), importer="sheet", version="1", problem_count=0, refusals=0,
                     logs=(DerivedOnRecord(ROOM, "S-1", "T1", "s" * 64, "session", 1),), options={"currency": "USD"}, at=at(4)),
    OriginalRefused(number=2, original=2, file=file("q"), problem_count=1, refusals=1, at=at(4), parts={"problems": "8" * 64}),
]  # fmt: skip
AUDITS = [
    EngineChanged(number=1, version="0.3.0", library="y" * 64, code="w" * 64, judgement=3, at=at(4)),
    AuditAsked(**asked(1, 5, AskedLog(1, "s" * 64), AskedLog(2, "t" * 64, what_if=True))),
    AuditFinished(number=1, finish=1, attempts=1, counts={"findings": 1}, result_sha256="p" * 64, summary_sha256="v" * 64,
                  sessions=(SessionResultOnRecord(1, "b" * 64, "j" * 64, "h" * 64),), new_incidents=(NEW_INCIDENT,),
                  statistics=(StatisticsOnRecord(1, 1, "2026-03-14", "n" * 64, 50),),
                  sums=(SumsOnRecord(1, 1, 1, "o" * 64, 9),), at=at(6), rooms=(ROOM,)),
    StatisticsSummed(sums=(SumsOnRecord(2, 1, 2, "p" * 64, 9),), at=at(6)),
    AuditAsked(**asked(2, 5, AskedLog(3, "u" * 64), of=1)),
    AuditFailedOnRecord(number=2, attempts=3, error="it failed", at=at(6)),
    AuditAsked(**asked(3, 6, AskedLog(3, "u" * 64))),
    IncidentAnswered(**step(1, 6, due="2026-04-01", files=(AttachedOnRecord("k" * 64, 4, "text/plain"),),
                            parts={"words": "9" * 64})),
    IncidentReturned(**step(2, 7, parts={"words": "0" * 64})),
    IncidentAnswered(**step(3, 8)),
    IncidentAccepted(**step(4, 9)),
    IncidentClosed(**step(5, 10)),
    ReportIssued(number=1, audit=1, edition="full", made_sha256="m" * 64, sha256="R" * 64, size=9, engine="0.3.0", at=at(10)),
    ReportPulled(number=1, report=1, what="report", at=at(10)),
    SampleCommitted(number=1, room=ROOM, first_day="2026-03-14", last_day="2026-03-14", sessions_sha256="1" * 64,
                    list_sha256="2" * 64, hands=9, wanted=1, source="dice", value="3 5 1", at=at(10)),
    SampleDrawn(sample=1, root="3" * 64, size=60, drawn=[[0, 1, 2]], at=at(10)),
    SampleHandEntered(number=1, sample=1, hand=1, at=at(11), parts={"seen": "4" * 64}),
    SampleCompared(sample=1, results_sha256="5" * 64, at=at(11)),
    ScreeningListed(number=1, room=ROOM, as_of=60, results=3, alarms=1, sha256="6" * 64, size=90, at=at(11)),
    ScreeningClosed(number=1, room=ROOM, result="q" * 24, indicator="SCN006", year=2026, log10_e="3.2", as_of=60, at=at(11),
                    parts={"words": "7" * 64}),
]  # fmt: skip
ENDINGS = [
    EvidencePurgedOnRecord(**purge(1, "s" * 64, 12, session="S-1")),
    ResultPurgedOnRecord(**purge(2, "1", 12)),
    UploadReturned(number=1, sha256="s" * 64, at=at(13)),
    StoreErased(number=1, purge=2, at=at(13)),
    BlobRepaired(
        number=1, subject="evidence", sha256="t" * 64, found_sha256="e" * 64, found_size=1, at=at(13)
    ),
    StoreAdopted(entries=60, sha256="8" * 64, engine="0.3.0", at=at(14)),
    StoreRestored(lost_size=70, lost_root="9" * 64, at=at(14)),
    LogKeyHandedOver(before="a+1+b", after="a+2+c", note="a note", at=at(14)),
    LogKeyReplaced(before="a+00000001", after="a+3+d", size=80, root="7" * 64, at=at(14)),
]
STORY = [*PEOPLE, *ROOMS, *LOGS, *AUDITS, *ENDINGS]
