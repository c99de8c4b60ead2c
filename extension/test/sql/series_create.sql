-- create_series: an empty table, each time type, adoption, boundaries aligned in UTC
SET client_min_messages = warning;
SET TimeZone = 'America/New_York';
CREATE SCHEMA series_create;
SET search_path = series_create, public;

-- a table becomes a partitioned one of the same name; nothing else about it changes
CREATE TABLE "Metrics" (ts timestamptz NOT NULL, host text NOT NULL DEFAULT 'x', v float8 CHECK (v > -1), PRIMARY KEY (host, ts));
COMMENT ON TABLE "Metrics" IS 'kept';
SELECT sealstone.create_series('"Metrics"', 'ts', '1 day', premake => 2);
SELECT partition_name ~ '^Metrics_p[0-9]{8}$' AS named, state, hi - lo AS width, lo AT TIME ZONE 'UTC' = date_trunc('day', lo AT TIME ZONE 'UTC') AS aligned
FROM sealstone.partition_info WHERE relation = '"Metrics"'::regclass ORDER BY lo NULLS LAST;
SELECT obj_description('"Metrics"'::regclass);
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '"Metrics"'::regclass AND contype <> 'n' ORDER BY conname;
INSERT INTO "Metrics" (ts, v) VALUES ('1999-01-01', 1), (now(), 2);
SELECT tableoid::regclass::text ~ '_default"$' AS in_default, v FROM "Metrics" ORDER BY v;

-- months by the calendar, in every time type
CREATE TABLE tz (t timestamptz); CREATE TABLE ts (t timestamp); CREATE TABLE d (t date);
CREATE TABLE i2 (t smallint); CREATE TABLE i4 (t integer); CREATE TABLE i8 (t bigint);
SELECT sealstone.create_series('tz', 't', '1 month', premake => 0), sealstone.create_series('ts', 't', '1 month', premake => 0), sealstone.create_series('d', 't', '1 month', premake => 0);
SELECT sealstone.create_series('i2', 't', partition_width => 10000, premake => 0), sealstone.create_series('i4', 't', partition_width => 1000000000, premake => 0), sealstone.create_series('i8', 't', partition_width => 4611686018427387904, premake => 0);
SELECT r, sealstone.make_partitions(r, '2023-12-15', '2024-03-01') FROM unnest('{tz,ts,d}'::regclass[]) r;
SELECT sealstone.make_partitions('i2', '-32768', '32767'), sealstone.make_partitions('i4', '-2147483648', '2147483647'), sealstone.make_partitions('i8', '-9223372036854775808', '9223372036854775807');
SELECT relation, range_from, range_to, lo AT TIME ZONE 'UTC' AS lo, hi AT TIME ZONE 'UTC' AS hi FROM sealstone.partition_info
WHERE relation IN ('tz'::regclass, 'ts'::regclass, 'd'::regclass) AND hi < '2024-06-01' ORDER BY relation::text, lo;
SELECT relation, partition_name, lo_value, hi_value FROM sealstone.partition_info WHERE relation IN ('i2'::regclass, 'i4'::regclass, 'i8'::regclass) AND state = 'live' ORDER BY relation::text, lo_value NULLS FIRST;
-- nothing is refused at the edges of a type
INSERT INTO i2 VALUES (-32768), (32767); INSERT INTO i4 VALUES (-2147483648), (2147483647); INSERT INTO i8 VALUES (-9223372036854775808), (9223372036854775807);
INSERT INTO tz VALUES ('infinity'), ('-infinity'), (NULL); INSERT INTO d VALUES ('infinity'), ('4713-01-01 BC'), ('5874897-12-31');
-- making again makes nothing
SELECT sealstone.make_partitions('tz', '2023-12-15', '2024-03-01');
-- weeks start on Mondays, negative integers floor
CREATE TABLE w (t date); SELECT sealstone.create_series('w', 't', '7 days', premake => 0);
SELECT sealstone.make_partitions('w', '2024-01-03', '2024-01-04');
SELECT range_from, range_to FROM sealstone.partition_info WHERE relation = 'w'::regclass AND hi < '2024-02-01';
CREATE TABLE neg (t int); SELECT sealstone.create_series('neg', 't', partition_width => 10, premake => 0);
SELECT sealstone.make_partitions('neg', '-15', '-1');
SELECT range_from, range_to, partition_name FROM sealstone.partition_info WHERE relation = 'neg'::regclass AND hi_value <= 0 ORDER BY lo_value;

-- adoption: as it is; gaps are filled between what stands
CREATE TABLE adopted (t timestamptz NOT NULL, v int) PARTITION BY RANGE (t);
CREATE TABLE by_hand PARTITION OF adopted FOR VALUES FROM ('2024-01-01 00:00+00') TO ('2024-02-01 00:00+00');
CREATE TABLE odd PARTITION OF adopted FOR VALUES FROM ('2024-02-10 00:00+00') TO ('2024-02-20 00:00+00');
SELECT sealstone.create_series('adopted', 't', '1 month', premake => 0);
SELECT sealstone.make_partitions('adopted', '2024-01-01', '2024-04-01 00:00+00');
SELECT partition_name, lo AT TIME ZONE 'UTC' AS lo, hi AT TIME ZONE 'UTC' AS hi FROM sealstone.partition_info WHERE relation = 'adopted'::regclass AND hi < '2024-06-01' ORDER BY lo;
-- the width is taken over when none is given
CREATE TABLE adopted2 (t timestamp NOT NULL) PARTITION BY RANGE (t);
CREATE TABLE adopted2_a PARTITION OF adopted2 FOR VALUES FROM ('2024-01-01') TO ('2024-04-01');
SELECT sealstone.create_series('adopted2', 't', premake => 0);
SELECT partition_interval FROM sealstone.series_info WHERE relation = 'adopted2'::regclass;

-- space key: each partition is split by hash
CREATE TABLE sp (t timestamptz NOT NULL, host text NOT NULL, UNIQUE (host, t));
SELECT sealstone.create_series('sp', 't', '1 day', premake => 0, space_column => 'host', space_partitions => 3);
SELECT count(*), count(DISTINCT spread_of), min(hi - lo) FROM sealstone.partition_info WHERE relation = 'sp'::regclass AND state = 'live';
SELECT space_column, space_partitions, partitions, live_partitions FROM sealstone.series_info WHERE relation = 'sp'::regclass;

-- rows in the default partition: their range waits for migrate, others are attached beside it
CREATE TABLE conv (t timestamptz NOT NULL, v int);
CREATE INDEX conv_t ON conv (t);
INSERT INTO conv SELECT '2024-01-15 12:00+00'::timestamptz + g * interval '1 day', g FROM generate_series(0, 2) g;
SELECT sealstone.create_series('conv', 't', '1 day', premake => 0);
SELECT count(*) FROM conv;
SELECT sealstone.make_partitions('conv', '2024-01-14 00:00+00', '2024-01-20 00:00+00');
SELECT lo AT TIME ZONE 'UTC' AS lo FROM sealstone.partition_info WHERE relation = 'conv'::regclass AND state = 'live' AND hi < '2025-01-01' ORDER BY lo;
SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'conv'::regclass;
SELECT conname FROM pg_constraint WHERE conrelid = 'conv_default'::regclass AND contype = 'c';

-- dropping leaves nothing behind, and what is renamed is followed
SELECT sealstone.set_sealing('"Metrics"', '1 day', order_by => '{host,ts}');
ALTER TABLE "Metrics" RENAME COLUMN host TO "Ho st";
ALTER TABLE "Metrics" RENAME COLUMN ts TO at;
ALTER TABLE "Metrics" RENAME TO renamed;
SELECT table_name, time_column, order_by FROM sealstone.series_info WHERE relation = 'renamed'::regclass;
ALTER TABLE renamed DROP CONSTRAINT "Metrics_pkey";
ALTER TABLE renamed DROP COLUMN "Ho st";
SELECT order_by FROM sealstone.series_info WHERE relation = 'renamed'::regclass;
ALTER TABLE renamed ADD COLUMN w int, ALTER v SET NOT NULL;
SELECT count(*) FROM sealstone.job_info WHERE relation = 'renamed'::regclass;
DROP SCHEMA series_create CASCADE;
SELECT (SELECT count(*) FROM sealstone.series) AS series, (SELECT count(*) FROM sealstone.jobs) AS jobs, (SELECT count(*) FROM sealstone.partition_sizes) AS sizes;
