"""Indexes and triggers of tables of logs and files of events, since facts make them: bytes stay, but for repairs and purges."""

from __future__ import annotations

EVIDENCE_OF_FACTS = """
CREATE INDEX evidence_content ON evidence (content_sha256);
CREATE TRIGGER evidence_bytes_stay BEFORE UPDATE OF body ON evidence
    WHEN OLD.body IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done)
        AND NOT (length(NEW.body) = 0
            AND EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence' AND key = OLD.sha256))
    BEGIN SELECT RAISE(ABORT, 'evidence is never altered: its bytes stay'); END;
CREATE TRIGGER purged_bytes_stay_away BEFORE UPDATE OF body ON evidence
    WHEN length(NEW.body) > 0 AND EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = OLD.sha256)
    BEGIN SELECT RAISE(ABORT, 'evidence is never altered: it was purged'); END;
CREATE TRIGGER evidence_bytes_repaired AFTER UPDATE OF body ON evidence
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done; END;
"""
SESSIONS_OF_FACTS = """
CREATE INDEX sessions_by_evidence ON sessions (evidence);
"""
EVENTS_OF_FACTS = """
CREATE UNIQUE INDEX event_files_by_digest ON event_files (sha256);
CREATE UNIQUE INDEX event_files_by_content ON event_files (content_sha256);
CREATE UNIQUE INDEX event_files_that_correct ON event_files (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX event_files_first ON event_files (kind, room, name) WHERE supersedes IS NULL;
CREATE INDEX event_files_of ON event_files (kind, room, name, id);
CREATE INDEX event_files_named ON event_files (room, kind || ' ' || name); -- as incidents of rooms name their event
CREATE TRIGGER event_files_bytes_stay BEFORE UPDATE OF body ON event_files
    WHEN OLD.body IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done)
    BEGIN SELECT RAISE(ABORT, 'the file of an event is never altered: its bytes stay'); END;
CREATE TRIGGER event_files_bytes_repaired AFTER UPDATE OF body ON event_files
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done; END;
"""
