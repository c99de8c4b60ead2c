-- a worker's now() goes on: what passes its settle window while the worker lives is sealed by its job
SET client_min_messages = warning;
CREATE SCHEMA job_clock;
SET search_path = job_clock, public;
CREATE TABLE t (ts timestamptz NOT NULL, v int);
SELECT sealstone.create_series('t', 'ts', '3 seconds', premake => 3);
-- the worker is there before the time comes
SELECT sealstone.request('analyze_sizes', 't') AS op \gset
DO $$
BEGIN
	FOR i IN 1..1200 LOOP
		EXIT WHEN NOT EXISTS (SELECT 1 FROM sealstone.operations WHERE target = 'job_clock.t'::regclass AND state IN ('queued', 'running'));
		COMMIT;
		PERFORM pg_sleep(0.05);
	END LOOP;
END $$;
SELECT state FROM sealstone.operations WHERE id = :op;
INSERT INTO t VALUES (clock_timestamp(), 1);
SELECT sealstone.set_sealing('t', interval '0');
SELECT sealstone.update_job(id, schedule => '1 second', next_run => now()) IS NOT NULL AS often FROM sealstone.job_info WHERE relation = 't'::regclass AND kind = 'seal';
DO $$
BEGIN
	FOR i IN 1..600 LOOP
		PERFORM sealstone.measure('job_clock.t');
		EXIT WHEN (SELECT sealed_partitions > 0 FROM sealstone.series_info WHERE relation = 'job_clock.t'::regclass);
		COMMIT;
		PERFORM pg_sleep(0.1);
	END LOOP;
END $$;
SELECT sealed_partitions FROM sealstone.series_info WHERE relation = 't'::regclass;
SELECT count(*), sum(v) FROM t;
DROP SCHEMA job_clock CASCADE;
