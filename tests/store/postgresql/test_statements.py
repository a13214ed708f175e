"""Statements of the store as PostgreSQL reads them; no server is needed to see that."""

import pytest

from auditor.store.postgresql.sql_tokens import tokens_of
from auditor.store.postgresql.statements import plain, translated

SAME = "SELECT id, room FROM sessions WHERE supersedes IS NULL AND day IS NOT NULL ORDER BY id DESC"
READ = [
    ("SELECT 1 FROM keys WHERE id = ? AND role = 'room'", "SELECT 1 FROM keys WHERE id = %s AND role = 'room'::text"),
    ("SELECT ?2, ?1, ?2", "SELECT %(p2)s, %(p1)s, %(p2)s"),
    ("WHERE day BETWEEN :first AND :last", "WHERE day BETWEEN %(first)s AND %(last)s"),
    ("WHERE words LIKE '5%' OR n % 2 = 0", "WHERE words LIKE '5%%'::text OR n %% 2 = 0"),
    ("WHERE key IS ? AND by IS NOT OLD.by", "WHERE key IS NOT DISTINCT FROM %s AND by IS DISTINCT FROM  OLD.by"),
    ("WHERE d.session_id NOT NULL", "WHERE d.session_id IS NOT NULL"),
    ("SET body = x'00ff'", "SET body = '\\x00ff'::bytea"),
    ("WHERE 1 AND NOT found.done LIMIT 1", "WHERE TRUE AND NOT found.done LIMIT 1"),
    ("SELECT 1 WHERE n = 1 AND done = 1", "SELECT 1 WHERE n = 1 AND done = 1"),
    ("WHERE size > ? AND instr(note, ?) ORDER BY id", "WHERE size > %s AND instr(note, %s) > 0 ORDER BY id"),
    ("SELECT CAST(key AS INTEGER), left FROM uploads", 'SELECT CAST(key AS BIGINT), "left" FROM uploads'),
    ("FROM a LEFT JOIN b ON b.id = a.id", "FROM a LEFT JOIN b ON b.id = a.id"),
    ("FROM a CROSS JOIN b ON b.id = a.id", "FROM a   JOIN b ON b.id = a.id"),
    ("FROM a CROSS JOIN b WHERE b.id = 2", "FROM a CROSS JOIN b WHERE b.id = 2"),
    ("FROM (SELECT id FROM audits) WHERE id > 2", "FROM (SELECT id FROM audits) AS nameless WHERE id > 2"),
    ("WHERE key = json_array(id)", "WHERE key = json_build_array(id)::text"),
    ("SELECT json_group_array(id ORDER BY at)", "SELECT coalesce(json_agg(id ORDER BY at)::text, '[]'::text)"),
    (
        "AND NOT coalesce(json_extract(k, '$.as_if'), 0)",
        "AND NOT coalesce(json_extract(k, '$.as_if'::text)::boolean, FALSE)",
    ),
    (
        "SELECT room FROM a UNION SELECT json_extract(k, '$.room') FROM b",
        "SELECT room FROM a UNION SELECT json_extract(k, '$.room'::text)::text FROM b",
    ),
    ("SELECT coalesce(json_extract(k, '$.n'), 0)", "SELECT coalesce(json_extract(k, '$.n'::text)::bigint, 0)"),
    ("SELECT coalesce(json_extract(k, '$.d'), day)", "SELECT coalesce(json_extract(k, '$.d'::text)::text, day)"),
]  # fmt: skip


def test_what_both_read_stays_as_it_is():
    assert translated(SAME) == SAME


@pytest.mark.parametrize(("written", "read"), READ)
def test_what_postgresql_lacks_is_rewritten(written, read):
    assert translated(written) == read


def test_texts_and_comments_are_no_statement():
    assert tokens_of("SELECT 'a -- ? b' -- why ?\n  FROM x") == [
        "SELECT",
        " ",
        "'a -- ? b'",
        " ",
        "FROM",
        " ",
        "x",
    ]
    assert translated("SELECT 'is it? IS :name 100%'") == "SELECT 'is it? IS :name 100%%'::text"


def test_conditions_of_indexes_compare_flags():
    assert plain("WHERE room = 'a' AND NOT what_if") == "WHERE room = 'a' AND NOT what_if = 1"


def test_descriptions_of_tables_keep_their_texts():
    line = "state TEXT NOT NULL CHECK (state IN ('a', 'b')), done INTEGER CHECK (done IN (0, 1))"
    assert plain(line) == line
