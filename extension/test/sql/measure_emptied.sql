-- a heap whose rows are all gone is measured as empty, whatever its pages and statistics say
CREATE TABLE emptied (ts timestamptz NOT NULL, v int);
INSERT INTO emptied SELECT '2026-01-01 00:00+00'::timestamptz + i * interval '1 minute', i FROM generate_series(0, 2999) i;
SELECT sealstone.create_series('emptied', 'ts', partition_interval => '1 day', premake => 0);
SELECT count(sealstone.update_job(id, enabled => false)) > 0 AS paused FROM sealstone.job_info WHERE relation = 'emptied'::regclass;
ANALYZE emptied_default;
SELECT sealstone.measure('emptied');
SELECT default_rows FROM sealstone.series_info WHERE relation = 'emptied'::regclass;
CALL sealstone.migrate('emptied');
SELECT sealstone.measure('emptied');
SELECT default_rows FROM sealstone.series_info WHERE relation = 'emptied'::regclass;
-- one that comes back is seen again
INSERT INTO emptied VALUES ('2027-06-01', 1);
SELECT sealstone.measure('emptied');
SELECT default_rows > 0 AS seen FROM sealstone.series_info WHERE relation = 'emptied'::regclass;
-- rows that no partition can be made for stay, are said once, and nobody is asked to move them
CREATE TABLE stuck (ts timestamptz, v int);
INSERT INTO stuck VALUES ('infinity', 1), ('-infinity', 2), ('2026-01-01 12:00', 3);
SELECT sealstone.create_series('stuck', 'ts', partition_interval => '1 day', premake => 0);
SELECT count(sealstone.update_job(id, enabled => false)) > 0 AS paused FROM sealstone.job_info WHERE relation = 'stuck'::regclass;
SELECT sealstone.measure('stuck');
SELECT default_rows > 0 AS to_move FROM sealstone.series_info WHERE relation = 'stuck'::regclass;
CALL sealstone.migrate('stuck');
SELECT sealstone.measure('stuck');
SELECT default_rows, (SELECT count(*) FROM stuck_default) AS stay FROM sealstone.series_info WHERE relation = 'stuck'::regclass;
INSERT INTO stuck VALUES ('2026-03-01 12:00', 3);
SELECT sealstone.measure('stuck');
SELECT default_rows > 0 AS to_move FROM sealstone.series_info WHERE relation = 'stuck'::regclass;
DROP TABLE stuck;
-- an operation's outcome is measured when it ends, not with the next round a minute later
CREATE INDEX ON emptied (ts);
SELECT sealstone.request('migrate', 'emptied') AS op \gset
DO $$
BEGIN
	FOR i IN 1..1200 LOOP
		EXIT WHEN NOT EXISTS (SELECT 1 FROM sealstone.operations WHERE kind = 'migrate' AND target = 'emptied'::regclass AND state IN ('queued', 'running'));
		COMMIT;
		PERFORM pg_sleep(0.05);
	END LOOP;
	-- it measures after it has said that it is done
	FOR i IN 1..200 LOOP
		EXIT WHEN (SELECT default_rows = 0 FROM sealstone.series_info WHERE relation = 'emptied'::regclass);
		COMMIT;
		PERFORM pg_sleep(0.05);
	END LOOP;
END $$;
SELECT o.state, i.default_rows FROM sealstone.operations o, sealstone.series_info i WHERE o.id = :op AND i.relation = 'emptied'::regclass;
DROP TABLE emptied;
