"""Functions of SQLite that the store's statements call, as PostgreSQL lacks them.

A value within JSON is of any type: `any_value`, which becomes a text, a number or a condition where one is wanted.
"""

SCHEMA = "auditor"

FUNCTIONS = """
CREATE TYPE any_value AS (value jsonb);

CREATE FUNCTION as_text(any_value) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ($1).value #>> '{}' $$;
CREATE FUNCTION as_integer(any_value) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE ($1).value #>> '{}' WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE (($1).value #>> '{}')::bigint END $$;
CREATE FUNCTION as_condition(any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ($1).value #>> '{}' NOT IN ('false', '0') $$;
CREATE CAST (any_value AS text) WITH FUNCTION as_text(any_value) AS IMPLICIT;
CREATE CAST (any_value AS bigint) WITH FUNCTION as_integer(any_value) AS IMPLICIT;
CREATE CAST (any_value AS boolean) WITH FUNCTION as_condition(any_value) AS IMPLICIT;

CREATE FUNCTION any_value_of(jsonb) RETURNS any_value LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL OR $1 = 'null'::jsonb THEN NULL ELSE ROW($1)::auditor.any_value END $$;
CREATE FUNCTION compared(any_value, any_value) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL
        WHEN jsonb_typeof(($1).value) = 'string' AND jsonb_typeof(($2).value) = 'string' THEN CASE
            WHEN ($1).value #>> '{}' < ($2).value #>> '{}' COLLATE "C" THEN -1
            WHEN ($1).value = ($2).value THEN 0 ELSE 1 END
        WHEN ($1).value < ($2).value THEN -1 WHEN ($1).value = ($2).value THEN 0 ELSE 1 END $$;
CREATE FUNCTION is_less(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) < 0 $$;
CREATE OPERATOR < (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_less);
CREATE FUNCTION is_at_most(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) <= 0 $$;
CREATE OPERATOR <= (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_at_most);
CREATE FUNCTION is_equal(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) = 0 $$;
CREATE OPERATOR = (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_equal);
CREATE FUNCTION is_other(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) <> 0 $$;
CREATE OPERATOR <> (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_other);
CREATE FUNCTION is_at_least(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) >= 0 $$;
CREATE OPERATOR >= (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_at_least);
CREATE FUNCTION is_more(any_value, any_value) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.compared($1, $2) > 0 $$;
CREATE OPERATOR > (LEFTARG = any_value, RIGHTARG = any_value, FUNCTION = is_more);
CREATE FUNCTION greater(any_value, any_value) RETURNS any_value LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL OR auditor.compared($1, $2) < 0 THEN $2 ELSE $1 END $$;
CREATE AGGREGATE max(any_value) (SFUNC = greater, STYPE = any_value);
CREATE FUNCTION joined(text, any_value) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT $1 || ($2)::text $$;
CREATE OPERATOR || (LEFTARG = text, RIGHTARG = any_value, FUNCTION = joined);

CREATE FUNCTION at_path(text, text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT $1::jsonb #> string_to_array(ltrim(translate(substr($2, 2), '[]', '.'), '.'), '.') $$;

CREATE FUNCTION json_extract(text, text) RETURNS any_value LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.any_value_of(auditor.at_path($1, $2)) $$;
CREATE FUNCTION json_extract(any_value, text) RETURNS any_value LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.any_value_of(auditor.at_path(($1).value::text, $2)) $$;
CREATE FUNCTION json_each(text) RETURNS TABLE (key any_value, value any_value) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF jsonb_typeof($1::jsonb) = 'object' THEN
        RETURN QUERY SELECT auditor.any_value_of(to_jsonb(e.key)), auditor.any_value_of(e.value) FROM jsonb_each($1::jsonb) AS e;
    ELSIF jsonb_typeof($1::jsonb) = 'array' THEN
        RETURN QUERY SELECT auditor.any_value_of(to_jsonb(e.place - 1)), auditor.any_value_of(e.value)
            FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e (value, place);
    END IF;
END $$;
CREATE FUNCTION json_each(text, text) RETURNS TABLE (key any_value, value any_value) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT key, value FROM auditor.json_each(auditor.at_path($1, $2)::text) $$;
CREATE FUNCTION json_valid(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
    PERFORM $1::json;
    RETURN true;
EXCEPTION WHEN OTHERS THEN
    RETURN false;
END $$;

CREATE TABLE sqlite_sequence (name text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL);
CREATE FUNCTION next_counted(of_table text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT coalesce((SELECT seq FROM auditor.sqlite_sequence WHERE name = of_table), 0) + 1 $$;
CREATE FUNCTION next_number(of_table text, of_column text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE last bigint;
BEGIN
    EXECUTE format('SELECT max(%I) FROM auditor.%I', of_column, of_table) INTO last;
    RETURN coalesce(last, 0) + 1;
END $$;
CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT strpos($1, $2) $$;
CREATE FUNCTION date(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_char($1::date::timestamp + $2::interval, 'YYYY-MM-DD') $$;
CREATE FUNCTION unixepoch(text) RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT extract(epoch FROM clock_timestamp())::double precision $$;
CREATE FUNCTION max(bigint, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END $$;
CREATE FUNCTION min(bigint, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1, $2) END $$;
CREATE FUNCTION max(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1 COLLATE "C", $2 COLLATE "C") END $$;
CREATE FUNCTION min(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1 COLLATE "C", $2 COLLATE "C") END $$;
CREATE FUNCTION add_condition(bigint, boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $2 IS NULL THEN $1 ELSE coalesce($1, 0) + $2::int END $$;
CREATE AGGREGATE sum(boolean) (SFUNC = add_condition, STYPE = bigint);

CREATE VIEW sqlite_master AS
    SELECT CASE c.relkind WHEN 'i' THEN 'index' ELSE 'table' END AS type, c.relname::text AS name,
        coalesce(t.relname, c.relname)::text AS tbl_name, NULL::text AS sql
    FROM pg_class AS c LEFT JOIN pg_index AS i ON i.indexrelid = c.oid LEFT JOIN pg_class AS t ON t.oid = i.indrelid
    WHERE c.relnamespace = 'auditor'::regnamespace AND c.relkind IN ('r', 'i');
CREATE FUNCTION pragma_table_info(text) RETURNS TABLE (cid bigint, name text, type text) LANGUAGE sql STABLE AS $$
    SELECT (a.attnum - 1)::bigint, a.attname::text,
        CASE a.atttypid WHEN 'bigint'::regtype THEN 'INTEGER' WHEN 'bytea'::regtype THEN 'BLOB'
            WHEN 'double precision'::regtype THEN 'REAL' ELSE 'TEXT' END
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'auditor'::regnamespace AND c.relname = $1 AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = '' ORDER BY a.attnum $$;
"""
