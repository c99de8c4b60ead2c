-- Plans that prepared statements and functions keep are made anew while the late store grows: one that reads all of it is right
-- while it is small, and would be kept for ever.
SET client_min_messages = warning;
CREATE SCHEMA am_plan_kept;
SET search_path = am_plan_kept;
CREATE TABLE p (host int, ts int, v int, PRIMARY KEY (host, ts));
INSERT INTO p SELECT i % 50, i / 50, i FROM generate_series(0, 49999) i;
VACUUM ANALYZE p;
CALL sealstone.seal('p', ARRAY['host', 'ts']::name[]);
ANALYZE p;
SET plan_cache_mode = force_generic_plan;
PREPARE look(int, int) AS SELECT v FROM p WHERE host = $1 AND ts = $2;
PREPARE change(int, int) AS UPDATE p SET v = v + 1 WHERE host = $1 AND ts = $2;
CREATE FUNCTION reads(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) EXECUTE ' || statement || '(1, 2)' LOOP
    IF line ~ 'Scan' THEN RETURN CASE WHEN line ~ 'Index Scan' THEN 'by index' ELSE 'columns and late store' END; END IF;
  END LOOP;
END $$;
SELECT reads('look'), reads('change');
-- late rows
INSERT INTO p SELECT i % 50, 2000 + i / 50, i FROM generate_series(0, 29999) i;
SELECT reads('look'), reads('change');
EXECUTE look(1, 2);
EXECUTE look(1, 2100);
EXECUTE change(1, 2);
EXECUTE look(1, 2);
-- rows moved by a change of all of them
CALL sealstone.reseal('p');
ANALYZE p;
SELECT reads('look'), reads('change');
UPDATE p SET v = v WHERE host < 20;
SELECT reads('look'), reads('change');
EXECUTE look(1, 2);
DROP SCHEMA am_plan_kept CASCADE;
