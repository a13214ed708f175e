"""Tables of the register."""

# Kind and time are generated from the record, which the leaf covers.
REGISTER = """
CREATE TABLE register (
    entry INTEGER PRIMARY KEY CHECK (entry >= 0), -- its place in the log, from 0
    nonce BLOB NOT NULL CHECK (length(nonce) = 32),
    record TEXT NOT NULL CHECK (json_valid(record)), -- with sorted keys and without spaces; its bytes are what counts
    leaf BLOB NOT NULL CHECK (length(leaf) = 32),
    kind TEXT NOT NULL GENERATED ALWAYS AS (json_extract(record, '$.kind')) VIRTUAL,
    at TEXT NOT NULL GENERATED ALWAYS AS (json_extract(record, '$.at')) VIRTUAL
) STRICT;
CREATE TABLE register_tiles ( -- the root of each full tile, which is a hash of the level above
    level INTEGER NOT NULL CHECK (level >= 0),
    tile INTEGER NOT NULL CHECK (tile >= 0),
    root BLOB NOT NULL CHECK (length(root) = 32),
    PRIMARY KEY (level, tile)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER register_stays BEFORE UPDATE ON register
    BEGIN SELECT RAISE(ABORT, 'an entry of the register is never altered'); END;
CREATE TRIGGER register_remains BEFORE DELETE ON register
    BEGIN SELECT RAISE(ABORT, 'an entry of the register is never removed'); END;
CREATE TRIGGER register_is_not_replaced BEFORE INSERT ON register
    WHEN NEW.entry IS NOT (SELECT coalesce(max(entry) + 1, 0) FROM register)
    BEGIN SELECT RAISE(ABORT, 'an entry of the register is never replaced or left out: it goes to the end'); END;
CREATE TRIGGER register_tiles_stay BEFORE UPDATE ON register_tiles
    BEGIN SELECT RAISE(ABORT, 'a tile of the register is never altered'); END;
CREATE TRIGGER register_tiles_remain BEFORE DELETE ON register_tiles
    BEGIN SELECT RAISE(ABORT, 'a tile of the register is never removed'); END;
CREATE TRIGGER register_tiles_are_not_replaced BEFORE INSERT ON register_tiles
    WHEN EXISTS (SELECT 1 FROM register_tiles WHERE level = NEW.level AND tile = NEW.tile)
    BEGIN SELECT RAISE(ABORT, 'a tile of the register is never replaced'); END;
"""

# One by each transaction that enters something.
CHECKPOINTS = """
CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    size INTEGER NOT NULL CHECK (size > 0), -- entries that it covers
    note TEXT NOT NULL -- as it was signed; two of one size where the key was replaced
) STRICT;
CREATE INDEX checkpoints_by_size ON checkpoints (size);
CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never altered'); END;
CREATE TRIGGER checkpoints_remain BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never removed'); END;
CREATE TRIGGER checkpoints_are_not_replaced BEFORE INSERT ON checkpoints
    WHEN EXISTS (SELECT 1 FROM checkpoints WHERE id = NEW.id OR size > NEW.size)
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never replaced, and covers no less than the one before it'); END;
"""

# Kept apart, so that checkpoints stay as signed.
COSIGNATURES = """
CREATE TABLE cosignatures (
    checkpoint INTEGER NOT NULL REFERENCES checkpoints (id),
    witness TEXT NOT NULL, -- its public key, NAME+ID+KEY
    line TEXT NOT NULL, -- as it stands below the checkpoint
    at TEXT NOT NULL, -- when it came
    PRIMARY KEY (checkpoint, witness)
) STRICT, WITHOUT ROWID;
CREATE INDEX cosignatures_by_witness ON cosignatures (witness, checkpoint);
CREATE TRIGGER cosignatures_stay BEFORE UPDATE ON cosignatures
    BEGIN SELECT RAISE(ABORT, 'a cosignature is never altered'); END;
CREATE TRIGGER cosignatures_remain BEFORE DELETE ON cosignatures
    BEGIN SELECT RAISE(ABORT, 'a cosignature is never removed'); END;
CREATE TRIGGER cosignatures_are_not_replaced BEFORE INSERT ON cosignatures
    WHEN EXISTS (SELECT 1 FROM cosignatures WHERE checkpoint = NEW.checkpoint AND witness = NEW.witness)
    BEGIN SELECT RAISE(ABORT, 'a cosignature is never replaced'); END;
"""

BY_FACT = "CREATE INDEX register_by_fact ON register (kind, json_extract(record, '$.of'))"
