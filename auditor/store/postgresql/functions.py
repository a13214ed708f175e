"""Functions of SQLite that the store's statements call, as PostgreSQL lacks them.

A value within JSON is a text here, of a condition '1' or '0': a statement that wants a number casts it.
"""

SCHEMA = "auditor"

FUNCTIONS = """
CREATE FUNCTION json_text(json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE $1 #>> '{}' WHEN 'true' THEN CASE json_typeof($1) WHEN 'boolean' THEN '1' ELSE 'true' END
        WHEN 'false' THEN CASE json_typeof($1) WHEN 'boolean' THEN '0' ELSE 'false' END ELSE $1 #>> '{}' END $$;
CREATE FUNCTION at_path(text, text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT $1::json #> string_to_array(ltrim(translate(substr($2, 2), '[]', '.'), '.'), '.') $$;
CREATE FUNCTION json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.json_text(auditor.at_path($1, $2)) $$;
CREATE FUNCTION json_each(text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.json_text(e.value) FROM json_array_elements($1::json) AS e $$;
CREATE FUNCTION json_each(text, text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT auditor.json_text(e.value) FROM json_array_elements(auditor.at_path($1, $2)) AS e $$;
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
CREATE FUNCTION unixepoch(text) RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT extract(epoch FROM clock_timestamp())::double precision $$;

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
