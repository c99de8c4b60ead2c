-- what a seal, reseal or unseal by hand made of a partition is in the views at once
CREATE TABLE by_hand (ts timestamptz NOT NULL, k int, v float8) PARTITION BY RANGE (ts);
CREATE INDEX ON by_hand (k, ts);
SELECT sealstone.create_series('by_hand', 'ts', partition_interval => '1 day', premake => 0);
SELECT count(sealstone.update_job(id, enabled => false)) > 0 AS paused FROM sealstone.job_info WHERE relation = 'by_hand'::regclass;
SELECT sealstone.make_partitions('by_hand', '2026-01-01', '2026-01-03');
INSERT INTO by_hand SELECT timestamptz '2026-01-01 00:00Z' + g * interval '10 s', g % 10, g FROM generate_series(0, 17279) g;
CREATE VIEW seen AS SELECT partition, state, rows, late_rows, ratio > 3 AS small, late_fraction FROM sealstone.partition_info
	WHERE relation = 'by_hand'::regclass ORDER BY lo;
CALL sealstone.seal('by_hand_p20260101');
SELECT * FROM seen WHERE state = 'sealed';
INSERT INTO by_hand SELECT timestamptz '2026-01-01 00:00Z' + g * interval '10 s', 99, g FROM generate_series(0, 863) g;
CALL sealstone.reseal('by_hand_p20260101');
SELECT * FROM seen WHERE state = 'sealed';

CALL sealstone.seal('by_hand_p20260102');
SELECT * FROM seen WHERE state = 'sealed';
CALL sealstone.unseal('by_hand_p20260101');
SELECT * FROM seen WHERE rows > 0;
DROP VIEW seen;
DROP TABLE by_hand;
