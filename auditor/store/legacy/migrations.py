"""Numbered migrations of the tables. A shipped one is never edited."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from auditor.store.fact_parts import FACT_PARTS
from auditor.store.fact_tables_sql import fact_table
from auditor.store.legacy.adopted_audits import adopt_audits
from auditor.store.legacy.adopted_holds import adopt_holds
from auditor.store.legacy.adopted_incidents import adopt_incidents, adopt_room_incidents
from auditor.store.legacy.adopted_originals import adopt_originals
from auditor.store.legacy.adopted_purges import adopt_purges
from auditor.store.legacy.adopted_reports import adopt_engines, adopt_reports, adopt_samples
from auditor.store.legacy.adopted_rooms import adopt_rooms
from auditor.store.legacy.adopted_rows import adopt_keys, adopt_people
from auditor.store.legacy.adopted_screening import adopt_screening
from auditor.store.legacy.adopted_store import adopt_store
from auditor.store.legacy.adopted_uploads import adopt_event_files, adopt_uploads
from auditor.store.legacy.audit_tables import (
    AUDITS,
    DAMAGE,
    EVIDENCE,
    FINISHES,
    INAPPLICABLE,
    INCIDENTS,
    KNOWLEDGE,
    MONEY_OF_FINDINGS,
    OPEN_POINTS,
    SESSION_RESULTS,
    SESSIONS,
)
from auditor.store.legacy.controls_tables import CHANGES, DISCARDED
from auditor.store.legacy.converted_results import convert_results
from auditor.store.legacy.correction_tables import correction_tables
from auditor.store.legacy.engine_table import ENGINE_CODE, engine_table
from auditor.store.legacy.entries_of_rows import begin
from auditor.store.legacy.event_tables import INCIDENTS_OF_EVENTS, audits_of_events, event_tables
from auditor.store.legacy.incident_tables import BY_DAY, incident_tables, incident_triggers
from auditor.store.legacy.keyed_tables import KEYED, REMOVED
from auditor.store.legacy.keys_tables import KEY_TABLES, KEYS_OF_FACTS, UPLOADS
from auditor.store.legacy.lease_table import LEASES
from auditor.store.legacy.noted_incidents import note_incidents
from auditor.store.legacy.original_tables import option_tables, original_tables
from auditor.store.legacy.outbox_table import WEBHOOKS
from auditor.store.legacy.people_tables import SIGN_IN_CODES, people_tables
from auditor.store.legacy.protection import protection
from auditor.store.legacy.register_tables import BY_FACT, CHECKPOINTS, COSIGNATURES, REGISTER
from auditor.store.legacy.reminder_tables import REMINDERS
from auditor.store.legacy.report_tables import allow_screened_edition, report_tables
from auditor.store.legacy.retention_tables import retention_tables
from auditor.store.legacy.room_tables import KEPT_BODIES, ROOM_INDEXES
from auditor.store.legacy.sample_tables import sample_tables
from auditor.store.legacy.screening_list_tables import LISTS_ARE_PURGED, screening_list_tables
from auditor.store.legacy.screening_tables import screening_sums_table, screening_tables
from auditor.store.legacy.stored_seals import EVER_SEALED, SEALS, seal_all
from auditor.store.legacy.terms_tables import terms_tables
from auditor.store.sql_scripts import execute_each

MIGRATIONS = Migrations("auditor")


@MIGRATIONS(name="0001_evidence_and_sessions")
def evidence_and_sessions(db: Database) -> None:
    """Bytes of logs, and their sessions."""
    execute_each(db, EVIDENCE)
    execute_each(db, SESSIONS)


@MIGRATIONS(name="0002_audits")
def audits(db: Database) -> None:
    """Audits: queue, findings and coverage."""
    execute_each(db, AUDITS)


@MIGRATIONS(name="0003_open_points")
def open_points(db: Database) -> None:
    """Hands with an open point, counted apart from differing ones."""
    execute_each(db, OPEN_POINTS)


@MIGRATIONS(name="0004_rooms_and_controls")
def rooms_and_controls(db: Database) -> None:
    """Rooms, their controls, and changes of either."""
    execute_each(db, CHANGES)


@MIGRATIONS(name="0005_knowledge")
def knowledge(db: Database) -> None:
    """Snapshot of an audit, repeated audits, and audits of gaming days."""
    execute_each(db, KNOWLEDGE)


@MIGRATIONS(name="0006_inapplicable")
def inapplicable(db: Database) -> None:
    """Hands to which a check does not apply, counted apart from untestable ones."""
    execute_each(db, INAPPLICABLE)


@MIGRATIONS(name="0007_incidents")
def incidents(db: Database) -> None:
    """Incidents: findings that share a cause."""
    execute_each(db, INCIDENTS)


@MIGRATIONS(name="0008_discarded_drafts")
def discarded_drafts(db: Database) -> None:
    """Discarding of drafts, on record."""
    execute_each(db, DISCARDED)


@MIGRATIONS(name="0009_finishes")
def finishes(db: Database) -> None:
    """Order in which audits finished, for nights."""
    execute_each(db, FINISHES)


@MIGRATIONS(name="0010_session_results")
def session_results(db: Database) -> None:
    """A log's results for its session, for audits of gaming days."""
    execute_each(db, SESSION_RESULTS)


@MIGRATIONS(name="0011_keys")
def keys(db: Database) -> None:
    """Keys, and their acts."""
    execute_each(db, KEY_TABLES)


@MIGRATIONS(name="0012_protection")
def protected(db: Database) -> None:
    """Triggers on all recorded tables, also for INSERT OR REPLACE, and repairs of damaged bytes."""
    execute_each(db, protection())


@MIGRATIONS(name="0013_damage")
def damage(db: Database) -> None:
    """Damage that was noticed."""
    execute_each(db, DAMAGE)


@MIGRATIONS(name="0014_seals")
def seals(db: Database) -> None:
    """Digests of rows as written; earlier rows are sealed as they are."""
    execute_each(db, SEALS)
    there = set(db.table_names())
    for subject in EVER_SEALED:
        if subject in there:  # later migrations make the others
            seal_all(db, subject)


@MIGRATIONS(name="0015_uploads")
def uploads(db: Database) -> None:
    """Uploads of each key of late."""
    execute_each(db, UPLOADS)


@MIGRATIONS(name="0016_retention")
def retention(db: Database) -> None:
    """Holds, and purges, the only way to remove evidence and results."""
    execute_each(db, retention_tables())


@MIGRATIONS(name="0017_webhooks")
def webhooks(db: Database) -> None:
    """Messages to other programs, written with their facts."""
    execute_each(db, WEBHOOKS)


@MIGRATIONS(name="0018_sealed_keys")
def sealed_keys(db: Database) -> None:
    """Seals of keys; gap reports made again with digests."""
    seal_all(db, "keys")
    db.execute("DELETE FROM gap_reports")


@MIGRATIONS(name="0019_register")
def register(db: Database) -> None:
    """The register, with earlier facts entered as known at its beginning."""
    execute_each(db, REGISTER)
    begin(db)


@MIGRATIONS(name="0020_checkpoints")
def checkpoints(db: Database) -> None:
    """Signed checkpoints of the register."""
    execute_each(db, CHECKPOINTS)


@MIGRATIONS(name="0021_cosignatures")
def cosignatures(db: Database) -> None:
    """Signatures of witnesses."""
    execute_each(db, COSIGNATURES)


@MIGRATIONS(name="0022_incidents_of_rooms")
def incidents_of_rooms(db: Database) -> None:
    """Answers, files, decisions, and each earlier incident once."""
    execute_each(db, incident_tables())
    for (audit,) in db.execute("SELECT id FROM audits WHERE finish IS NOT NULL ORDER BY finish").fetchall():
        note_incidents(db, audit)
    seal_all(db, "room_incidents")
    execute_each(db, incident_triggers())


@MIGRATIONS(name="0023_register_by_fact")
def register_by_fact(db: Database) -> None:
    """Issued reports, and their pulls."""
    db.execute(BY_FACT)


@MIGRATIONS(name="0024_issued_reports")
def issued_reports(db: Database) -> None:
    """People who sign in: accounts, credentials, sign-ins, failed attempts."""
    execute_each(db, report_tables())


@MIGRATIONS(name="0025_engines")
def engines(db: Database) -> None:
    """Originals, and their imports."""
    execute_each(db, engine_table())


@MIGRATIONS(name="0026_people")
def people(db: Database) -> None:
    """Samples of hands compared with videos."""
    execute_each(db, people_tables())


@MIGRATIONS(name="0027_originals")
def originals(db: Database) -> None:
    """Index of rooms' incidents by gaming day."""
    execute_each(db, original_tables())


@MIGRATIONS(name="0028_keyed")
def keyed(db: Database) -> None:
    """Removed hands of drafts whose dues were shown."""
    execute_each(db, KEYED)


@MIGRATIONS(name="0029_samples")
def samples(db: Database) -> None:
    """Options of hand histories' imports, and rooms' keys for pseudonyms."""
    execute_each(db, sample_tables())


@MIGRATIONS(name="0030_incidents_by_day")
def incidents_by_day(db: Database) -> None:
    """Tournaments' files and ledgers, and sessions by tournament."""
    db.execute(BY_DAY)


@MIGRATIONS(name="0031_keyed_removed")
def keyed_removed(db: Database) -> None:
    """Hands of drafts that were removed after what was due in them had been shown."""
    execute_each(db, REMOVED)


@MIGRATIONS(name="0032_import_options")
def import_options(db: Database) -> None:
    """Options that hand histories were imported with, and the keys of rooms for pseudonyms of the names in them."""
    execute_each(db, option_tables())


@MIGRATIONS(name="0033_events")
def events(db: Database) -> None:
    """Files of tournaments, and ledgers; sessions by their tournament."""
    execute_each(db, event_tables())


@MIGRATIONS(name="0034_event_audits")
def event_audits(db: Database) -> None:
    """Audits of tournaments and ledgers as a whole, and what they find."""
    execute_each(db, audits_of_events())


@MIGRATIONS(name="0035_incidents_of_events")
def incidents_of_events(db: Database) -> None:
    """Incidents of rooms that are of a tournament or a ledger."""
    execute_each(db, INCIDENTS_OF_EVENTS)


@MIGRATIONS(name="0036_engine_code")
def engine_code(db: Database) -> None:
    """The code and the judgement of engines."""
    execute_each(db, ENGINE_CODE)


@MIGRATIONS(name="0037_sign_in_codes")
def sign_in_codes(db: Database) -> None:
    """Sign-ins with a code that only this program makes; those of before end."""
    execute_each(db, SIGN_IN_CODES)


@MIGRATIONS(name="0038_money")
def money(db: Database) -> None:
    """The party and the kind of money of findings."""
    execute_each(db, MONEY_OF_FINDINGS)


@MIGRATIONS(name="0039_corrections")
def corrections(db: Database) -> None:
    """Changes by corrections, and which of them incidents were closed for."""
    execute_each(db, correction_tables())


@MIGRATIONS(name="0040_room_terms")
def room_terms(db: Database) -> None:
    """Proposed terms of rooms, and what their authorities decided."""
    execute_each(db, terms_tables())


@MIGRATIONS(name="0041_reminders")
def reminders(db: Database) -> None:
    """Calendars of people, and summaries by mail."""
    execute_each(db, REMINDERS)


@MIGRATIONS(name="0042_screening")
def screening(db: Database) -> None:
    """Statistics of sessions for the screening of rooms. Earlier audits kept none."""
    execute_each(db, screening_tables())


@MIGRATIONS(name="0043_screening_lists")
def screening_lists(db: Database) -> None:
    """Lists of screening of each night, and alarms that people closed."""
    execute_each(db, screening_list_tables())


@MIGRATIONS(name="0044_screened_edition")
def screened_edition(db: Database) -> None:
    """The edition of reports with the annex of screening."""
    allow_screened_edition(db)


@MIGRATIONS(name="0045_purged_lists_of_screening")
def purged_lists_of_screening(db: Database) -> None:
    """Lists of screening whose text goes with the last log that they rest on."""
    execute_each(db, LISTS_ARE_PURGED)


@MIGRATIONS(name="0046_screening_sums")
def screening_sums(db: Database) -> None:
    """Sums of the statistics for screening; those of before are made with the next night's lists."""
    execute_each(db, screening_sums_table())


@MIGRATIONS(name="0047_facts_of_keys")
def facts_of_keys(db: Database) -> None:
    """Keys become what facts make of them: facts of those on record are entered."""
    execute_each(db, KEYS_OF_FACTS)
    adopt_keys(db)


@MIGRATIONS(name="0048_facts_of_people")
def facts_of_people(db: Database) -> None:
    """Accounts, credentials, reminders and keys for pseudonyms become what facts make of them."""
    execute_each(db, FACT_PARTS)
    adopt_people(db)


@MIGRATIONS(name="0049_result_documents")
def result_documents(db: Database) -> None:
    """Results as documents in chunks, made of the rows of findings and coverage, which go."""
    convert_results(db)


@MIGRATIONS(name="0050_leases")
def leases(db: Database) -> None:
    """Leases of audits, messages and costly work, in place of files that processes locked."""
    execute_each(db, LEASES)


@MIGRATIONS(name="0051_facts_of_rooms")
def facts_of_rooms(db: Database) -> None:
    """Rooms, their terms, controls and changes become what facts make of them: facts of those on record are entered."""
    adopt_rooms(db)
    execute_each(db, ROOM_INDEXES + KEPT_BODIES)


@MIGRATIONS(name="0052_facts_of_holds")
def facts_of_holds(db: Database) -> None:
    """Holds become what facts make of them, with the lifts in one table."""
    adopt_holds(db)


@MIGRATIONS(name="0054_facts_of_engines")
def facts_of_engines(db: Database) -> None:
    """Engines become what facts make of them."""
    adopt_engines(db)


@MIGRATIONS(name="0055_facts_of_samples")
def facts_of_samples(db: Database) -> None:
    """Samples with their draws, entered hands and closings become what facts make of them."""
    adopt_samples(db)


@MIGRATIONS(name="0056_facts_of_reports")
def facts_of_reports(db: Database) -> None:
    """Issued reports and their pulls become what facts make of them."""
    adopt_reports(db)


@MIGRATIONS(name="0057_facts_of_originals")
def facts_of_originals(db: Database) -> None:
    """Originals, their imports and the logs of these become what facts make of them, with the options in one table."""
    adopt_originals(db)


@MIGRATIONS(name="0058_facts_of_uploads")
def facts_of_uploads(db: Database) -> None:
    """Logs, their sessions and files of events become what facts make of them."""
    adopt_uploads(db)
    adopt_event_files(db)


@MIGRATIONS(name="0059_facts_of_audits")
def facts_of_audits(db: Database) -> None:
    """Audits, what they kept of sessions, and statistics for screening become what facts make of them."""
    adopt_audits(db)


@MIGRATIONS(name="0060_sign_in_factors")
def sign_in_factors(db: Database) -> None:
    """Second factors that were given, as facts make them. Those of sign-ins from before count no more."""
    db.execute(fact_table("sign_in_factors"))


@MIGRATIONS(name="0061_facts_of_purges")
def facts_of_purges(db: Database) -> None:
    """Purges, returned files, erasures and repairs become what facts make of them."""
    adopt_purges(db)


@MIGRATIONS(name="0062_facts_of_screening")
def facts_of_screening(db: Database) -> None:
    """Lists of screening and closed alarms become what facts make of them."""
    adopt_screening(db)


@MIGRATIONS(name="0063_facts_of_incidents")
def facts_of_incidents(db: Database) -> None:
    """Steps of incidents and attached files become what facts make of them; words become parts of facts."""
    adopt_incidents(db)


@MIGRATIONS(name="0064_facts_of_room_incidents")
def facts_of_room_incidents(db: Database) -> None:
    """Incidents of rooms become what the facts of finished audits make of them."""
    adopt_room_incidents(db)


@MIGRATIONS(name="0066_store_adopted")
def store_adopted(db: Database) -> None:
    """The fact that a store from before facts was adopted. New ones have none."""
    adopt_store(db)


@MIGRATIONS(name="0069_facts_alone")
def facts_alone(db: Database) -> None:
    """Seals, triggers and what opened them go: rows are compared with signed facts."""
    for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    db.execute("ALTER TABLE purges DROP COLUMN done")
    db.execute("ALTER TABLE repairs DROP COLUMN done")
    db.execute("DROP TABLE seals")
    db.execute("DROP TABLE seal_shapes")


@MIGRATIONS(name="0070_sessions_by_number")
def sessions_by_number(db: Database) -> None:
    """An index of sessions in their order, so that a page far down a list reads no rows before it."""
    db.execute("CREATE INDEX sessions_by_number ON sessions (id, room)")


@MIGRATIONS(name="0071_messages_without_bodies")
def messages_without_bodies(db: Database) -> None:
    """Messages lose their bodies, which are made of facts when they are sent."""
    db.execute("ALTER TABLE webhooks DROP COLUMN body")


@MIGRATIONS(name="0072_codes_of_drafts")
def codes_of_drafts(db: Database) -> None:
    """Drafts get a code of what was keyed. Those from before have none: whoever submits one looks at it first."""
    db.execute("ALTER TABLE keyed_drafts ADD COLUMN code TEXT")


@MIGRATIONS(name="0073_codes_of_attempts")
def codes_of_attempts(db: Database) -> None:
    """The number of times that an audit was begun gets a code. That of an audit in hand begins again."""
    db.execute("ALTER TABLE audits ADD COLUMN begun_code TEXT")
