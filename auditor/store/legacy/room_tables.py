"""Indexes and triggers of the tables of rooms, controls and changes, since facts make them."""

ROOM_INDEXES = """
CREATE INDEX changes_of_controls ON changes (ruleset, revision, id);
CREATE INDEX changes_of_rooms ON changes (room, id);
CREATE INDEX controls_of_rooms ON controls (room, ruleset, revision);
CREATE INDEX terms_proposals_of_rooms ON terms_proposals (room, id);
"""
# Altering bytes needs an open repair, and closes it.
KEPT_BODIES = """
CREATE TRIGGER filed_bytes_stay BEFORE UPDATE OF body ON filed
    WHEN OLD.body IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'filed' AND NOT done)
    BEGIN SELECT RAISE(ABORT, 'a filed document is never altered: its bytes stay'); END;
CREATE TRIGGER filed_bytes_repaired AFTER UPDATE OF body ON filed
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = 'filed' AND NOT done; END;
"""
