-- create_series on a table with rows: no row moves, and everything a table can have carries over
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO, YMD';
CREATE SCHEMA series_convert;
SET search_path = series_convert, public;
SELECT sealstone.pause_all();
CREATE ROLE sealstone_reader;
CREATE ROLE sealstone_owner;
GRANT ALL ON SCHEMA series_convert TO sealstone_owner; GRANT USAGE ON SCHEMA series_convert TO sealstone_reader;
CREATE TABLE hosts (host text PRIMARY KEY);
INSERT INTO hosts VALUES ('a'), ('b');
CREATE SEQUENCE t_seq;
CREATE TABLE t (
	id bigint NOT NULL DEFAULT nextval('t_seq'),
	ts timestamptz NOT NULL DEFAULT '2024-01-01',
	host text NOT NULL REFERENCES hosts ON DELETE CASCADE,
	v float8 CONSTRAINT v_positive CHECK (v >= 0),
	twice float8 GENERATED ALWAYS AS (v * 2) STORED,
	note text COLLATE "C",
	CONSTRAINT t_pk PRIMARY KEY (id, ts)
) WITH (fillfactor = 70, autovacuum_enabled = off);
ALTER SEQUENCE t_seq OWNED BY t.id;
ALTER TABLE t OWNER TO sealstone_owner;
ALTER TABLE t ALTER note SET STORAGE EXTERNAL, ALTER host SET STATISTICS 500;
CREATE INDEX t_host_ts ON t (host, ts DESC) INCLUDE (v);
CREATE UNIQUE INDEX t_unique ON t (host, ts, id) WHERE v > 10;
COMMENT ON TABLE t IS 'readings'; COMMENT ON COLUMN t.v IS 'degrees';
GRANT SELECT ON t TO sealstone_reader WITH GRANT OPTION; GRANT UPDATE (v) ON t TO sealstone_reader; GRANT INSERT ON t TO PUBLIC;
CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := coalesce(NEW.note, '') || '!'; RETURN NEW; END $$;
CREATE TRIGGER t_before BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION note_it();
CREATE TRIGGER t_off AFTER UPDATE ON t FOR EACH STATEMENT EXECUTE FUNCTION note_it();
ALTER TABLE t DISABLE TRIGGER t_off;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY only_a ON t FOR SELECT TO sealstone_reader USING (host = 'a');
CREATE POLICY with_check ON t AS RESTRICTIVE FOR INSERT WITH CHECK (v < 1000);
CREATE STATISTICS t_stats (dependencies) ON host, v FROM t;
ALTER TABLE t REPLICA IDENTITY USING INDEX t_pk;
CREATE PUBLICATION sealstone_convert_pub FOR TABLE t;
INSERT INTO t (host, v) SELECT CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END, i FROM generate_series(1, 100) i;
SELECT pg_relation_filenode('t') AS before \gset
-- as it looks before and after
CREATE VIEW looks AS SELECT row_number() OVER () AS n, x.* FROM (
	SELECT 'column' AS what, a.attname::text AS name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attstorage, a.attgenerated, nullif(a.attstattarget, -1)) AS detail
		FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = to_regclass('t') AND a.attnum > 0
	UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass('t') AND contype <> 'n'
	UNION ALL SELECT 'index', indexrelid::regclass::text, concat_ws(' ', regexp_replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), indisreplident) FROM pg_index WHERE indrelid = to_regclass('t')
	UNION ALL SELECT 'trigger', tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE tgrelid = to_regclass('t') AND NOT tgisinternal
	UNION ALL SELECT 'policy', polname, concat_ws(' ', polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) FROM pg_policy WHERE polrelid = to_regclass('t')
	UNION ALL SELECT 'grant', '', unnest(relacl)::text FROM pg_class WHERE oid = to_regclass('t')
	UNION ALL SELECT 'column grant', attname, unnest(attacl)::text FROM pg_attribute WHERE attrelid = to_regclass('t')
	UNION ALL SELECT 'comment', objsubid::text, description FROM pg_description WHERE objoid = to_regclass('t')
	UNION ALL SELECT 'table', pg_get_userbyid(relowner), concat_ws(' ', relreplident, relrowsecurity) FROM pg_class WHERE oid = to_regclass('t')
	UNION ALL SELECT 'statistics', stxname, concat_ws(' ', pg_get_statisticsobjdef(oid), pg_get_userbyid(stxowner)) FROM pg_statistic_ext WHERE stxrelid = to_regclass('t')
	UNION ALL SELECT 'publication', pubname, '' FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid WHERE r.prrelid = to_regclass('t')
	UNION ALL SELECT 'sequence', pg_get_serial_sequence('t', 'id'), '') x;
CREATE TABLE looked AS SELECT what, name, detail FROM looks;
CREATE TABLE rows_before AS SELECT * FROM t;
SET ROLE sealstone_owner;
SELECT sealstone.create_series('t', 'ts', '1 day', premake => 1);
RESET ROLE;
SELECT 'lost' AS gone_or_new, * FROM (SELECT what, name, detail FROM looked EXCEPT SELECT what, name, detail FROM looks) a
UNION ALL SELECT 'new', * FROM (SELECT what, name, detail FROM looks EXCEPT SELECT what, name, detail FROM looked) b ORDER BY 1, 2, 3;
SELECT pg_relation_filenode('t_default') = :before AS same_storage;
SELECT count(*) FROM (SELECT * FROM t EXCEPT ALL SELECT * FROM rows_before) x;
-- it works: trigger, generated column, check, foreign key, sequence, row-level security; partitions take over storage options and statistics targets, not grants
INSERT INTO t (host, v, ts) VALUES ('a', 101, '2024-01-02') RETURNING id, twice, note;
INSERT INTO t (host, v) VALUES ('a', -1);
INSERT INTO t (host, v) VALUES ('nobody', 1);
SET ROLE sealstone_reader; SELECT count(*), count(DISTINCT host) FROM t; SELECT count(*) FROM t_default; RESET ROLE;
SELECT DISTINCT reloptions, relacl IS NULL AS no_grants, pg_get_userbyid(relowner) FROM pg_class WHERE oid IN (SELECT partition FROM sealstone.partition_info WHERE relation = 't'::regclass AND state = 'live');
DELETE FROM hosts WHERE host = 'b';
SELECT count(*) FROM t;
SELECT sealstone.resume_all();

DROP PUBLICATION sealstone_convert_pub;
DROP SCHEMA series_convert CASCADE;
DROP ROLE sealstone_reader, sealstone_owner;
