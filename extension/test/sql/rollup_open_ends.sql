-- ranges without an end: TRUNCATE, DETACH of the default partition, invalidate_rollup without bounds, on integers whose buckets do not begin with
-- the least value of their type; what a rollup is over is told to the rollups above it
SET client_min_messages = warning;
DO $$ DECLARE t text; BEGIN
	FOREACH t IN ARRAY '{smallint,int,bigint}'::text[] LOOP
		EXECUTE format('CREATE TABLE o_%s (ts %1$s NOT NULL, v int)', t);
		PERFORM sealstone.create_series(format('o_%s', t)::regclass, 'ts', NULL, 1000);
		EXECUTE format('INSERT INTO o_%s SELECT x, 1 FROM generate_series(0, 5000) x', t);
		PERFORM sealstone.create_rollup(format('or_%s', t), format('o_%s', t)::regclass, bucket_width => 60, select_list => 'count(*) AS n');
		PERFORM sealstone.create_rollup(format('or2_%s', t), format('or_%s', t)::regclass, bucket_width => 120, select_list => 'count(*) AS n');
		PERFORM sealstone.refresh_rollup(format('or_%s', t)::regclass), sealstone.refresh_rollup(format('or2_%s', t)::regclass);
	END LOOP;
END $$;
CREATE FUNCTION counts(t text) RETURNS TABLE (series bigint, rollup bigint, above bigint) LANGUAGE plpgsql AS $$ BEGIN
	RETURN QUERY EXECUTE format('SELECT (SELECT count(*) FROM o_%1$s), (SELECT coalesce(sum(n), 0)::bigint FROM or_%1$s), (SELECT coalesce(sum(n), 0)::bigint FROM or2_%1$s)', t);
END $$;

TRUNCATE o_smallint;
SELECT * FROM counts('smallint');
INSERT INTO o_smallint VALUES (-5, 1), (2000, 1);
SELECT * FROM counts('smallint');
SELECT * FROM or2_smallint WHERE bucket > 1000;
SELECT sealstone.refresh_rollup('or_smallint') >= 0 AS done, sealstone.refresh_rollup('or2_smallint') >= 0 AS done;
SELECT * FROM counts('smallint');
SELECT * FROM sealstone.verify_rollup('or2_smallint');

INSERT INTO o_int SELECT x, 1 FROM generate_series(-2000000000, -1999999000) x;
SELECT * FROM counts('int');
ALTER TABLE o_int DETACH PARTITION o_int_default;
SELECT * FROM counts('int');
SELECT sealstone.refresh_rollup('or_int') >= 0 AS done, sealstone.refresh_rollup('or2_int') >= 0 AS done;
SELECT * FROM counts('int');

-- a write that nobody saw: invalidating the rollup that is made of it, those above are looked at again too
ALTER TABLE o_bigint DISABLE TRIGGER ALL;
INSERT INTO o_bigint VALUES (300, 1), (-300, 1);
SELECT * FROM counts('bigint');
SELECT sealstone.invalidate_rollup('or_bigint', 240, 360);
SELECT * FROM counts('bigint');
SELECT sealstone.invalidate_rollup('or_bigint');
SELECT * FROM counts('bigint');
SELECT rollup, kind, lo_value, hi_value FROM sealstone.rollup_invalidations WHERE rollup::text LIKE 'or%bigint' ORDER BY 1, 2, 3 NULLS FIRST, 4;
SELECT sealstone.refresh_rollup('or_bigint') >= 0 AS done, sealstone.refresh_rollup('or2_bigint') >= 0 AS done;
SELECT * FROM counts('bigint');
-- triggers switched on again see every writer, as they did
ALTER TABLE o_bigint ENABLE TRIGGER ALL;
SELECT DISTINCT tgenabled FROM pg_trigger WHERE tgrelid = 'o_bigint'::regclass AND tgname LIKE 'sealstone%';
SET session_replication_role = replica;
INSERT INTO o_bigint VALUES (301, 1);
RESET session_replication_role;
SELECT * FROM counts('bigint');

SELECT sealstone.drop_rollup('or2_' || t), sealstone.drop_rollup('or_' || t) FROM unnest('{smallint,int,bigint}'::text[]) t;
DROP TABLE o_smallint, o_int, o_bigint;
DROP FUNCTION counts;
