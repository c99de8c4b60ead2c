-- a person renames, detaches, attaches, drops, moves, and changes owners behind our back: nothing breaks
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO, YMD';
CREATE SCHEMA series_by_hand; CREATE SCHEMA series_by_hand_2;
SET search_path = series_by_hand, public;
CREATE TABLE t (ts timestamptz NOT NULL, v int);
SELECT sealstone.create_series('t', 'ts', '1 day', premake => 0);
SELECT sealstone.make_partitions('t', '2024-01-01', '2024-01-06');
CREATE VIEW parts AS SELECT schema_name, partition_name, state, lo FROM sealstone.partition_info WHERE relation = 't'::regclass AND (hi < '2025-01-01' OR lo IS NULL) ORDER BY lo NULLS LAST;
ALTER TABLE t_p20240101 RENAME TO "Renamed by hand";
ALTER TABLE t_p20240102 SET SCHEMA series_by_hand_2;
ALTER TABLE t DETACH PARTITION t_p20240103;
DROP TABLE t_p20240104;
CREATE ROLE sealstone_hand; ALTER TABLE t_p20240105 OWNER TO sealstone_hand;
SELECT * FROM parts;
-- the gaps are filled again; the name of the detached one is still taken
SELECT sealstone.make_partitions('t', '2024-01-01', '2024-01-06');
SELECT * FROM parts;
-- another width, a list below, a foreign table
CREATE TABLE wide PARTITION OF t FOR VALUES FROM ('2023-01-01') TO ('2023-07-01');
CREATE TABLE split (LIKE t) PARTITION BY LIST (v); CREATE TABLE split_1 PARTITION OF split FOR VALUES IN (1); CREATE TABLE split_rest PARTITION OF split DEFAULT;
ALTER TABLE t ATTACH PARTITION split FOR VALUES FROM ('2022-01-01') TO ('2022-07-01');
CREATE FOREIGN DATA WRAPPER sealstone_hand_fdw; CREATE SERVER sealstone_hand_server FOREIGN DATA WRAPPER sealstone_hand_fdw;
CREATE FOREIGN TABLE far PARTITION OF t FOR VALUES FROM ('2021-01-01') TO ('2021-07-01') SERVER sealstone_hand_server;
SELECT * FROM parts WHERE lo < '2024-01-01';
SELECT sealstone.measure('t');
SELECT partitions, live_partitions, default_partition FROM sealstone.series_info WHERE relation = 't'::regclass;
-- the default partition renamed, dropped, and another made
ALTER TABLE t_default RENAME TO rest;
SELECT default_partition FROM sealstone.series_info WHERE relation = 't'::regclass;
DROP TABLE rest;
SELECT sealstone.make_partitions('t', '2024-01-06', '2024-01-07');
CREATE TABLE another PARTITION OF t DEFAULT;
SELECT sealstone.make_partitions('t', '2024-01-07', '2024-01-08');
SELECT default_partition FROM sealstone.series_info WHERE relation = 't'::regclass;
-- the whole table moves and changes hands
ALTER TABLE t SET SCHEMA series_by_hand_2; ALTER TABLE series_by_hand_2.t OWNER TO sealstone_hand; ALTER TABLE series_by_hand_2.t RENAME TO moved;
SELECT relation, owner, time_column FROM sealstone.series_info WHERE relation = 'series_by_hand_2.moved'::regclass;
GRANT CREATE, USAGE ON SCHEMA series_by_hand_2 TO sealstone_hand; GRANT USAGE ON SCHEMA series_by_hand TO sealstone_hand;
SELECT sealstone.make_partitions('series_by_hand_2.moved', '2024-01-08', '2024-01-09');
SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'moved_p20240108';
-- retention drops whole partitions, oldest first, also those made by hand; the default stays
SELECT sealstone.drop_before('series_by_hand_2.moved', '2023-01-01');
DO $$ DECLARE r record; BEGIN
	FOR r IN SELECT partition, state FROM sealstone.partition_info WHERE relation = 'series_by_hand_2.moved'::regclass LOOP
		EXECUTE format('ALTER %s TABLE %s OWNER TO sealstone_hand', CASE r.state WHEN 'foreign' THEN 'FOREIGN' ELSE '' END, r.partition);
	END LOOP; END $$;
ALTER TABLE series_by_hand.split OWNER TO sealstone_hand;
SELECT sealstone.drop_before('series_by_hand_2.moved', '2023-01-01');
SELECT sealstone.set_retention('series_by_hand_2.moved', '1 month');
SELECT sealstone.apply_retention('series_by_hand_2.moved');
SELECT partition_name, state FROM sealstone.partition_info WHERE relation = 'series_by_hand_2.moved'::regclass AND (lo < '2025-01-01' OR lo IS NULL);
-- a dependent view stops the drop, and is named
CREATE TABLE dep (ts date NOT NULL); SELECT sealstone.create_series('dep', 'ts', '1 day', premake => 0); SELECT sealstone.make_partitions('dep', '2024-01-01', '2024-01-03');
CREATE VIEW on_part AS SELECT * FROM dep_p20240101;
SELECT sealstone.drop_before('dep', '2024-01-03');
SELECT count(*) FROM sealstone.partition_info WHERE relation = 'dep'::regclass AND hi < '2025-01-01';
-- integers count from the greatest value stored
CREATE TABLE n (t int NOT NULL); CREATE INDEX ON n (t); SELECT sealstone.create_series('n', 't', partition_width => 100, premake => 0);
SELECT sealstone.make_partitions('n', '0', '1000'); INSERT INTO n SELECT generate_series(0, 999);
SELECT sealstone.set_retention('n', 250), sealstone.apply_retention('n'); SELECT min(t), max(t) FROM n;
SELECT sealstone.set_sealing('n', 150), sealstone.measure('n');
SELECT partition_name, due FROM sealstone.partition_info WHERE relation = 'n'::regclass AND state = 'live' ORDER BY lo_value;
-- forgotten: the table stays
SELECT sealstone.drop_series('n'); SELECT count(*) FROM n; SELECT count(*) FROM sealstone.job_info WHERE relation = 'n'::regclass;
DROP SERVER sealstone_hand_server CASCADE; DROP FOREIGN DATA WRAPPER sealstone_hand_fdw;
DROP SCHEMA series_by_hand, series_by_hand_2 CASCADE;
DROP ROLE sealstone_hand;
