-- The ends of a type's range as key values: steps from or to them do not fit the type, and must not mislead a search
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_extremes;
SET search_path = read_extremes;

-- each condition on the sealed table and on its twin
CREATE FUNCTION differs(condition text) RETURNS TABLE (question text, heap text, sealed text) LANGUAGE plpgsql AS $$
DECLARE h text; s text;
BEGIN
	EXECUTE 'SELECT count(*) || coalesce(md5(string_agg(x::text, ''|'' ORDER BY x)), '''') FROM h WHERE ' || condition INTO h;
	EXECUTE 'SELECT count(*) || coalesce(md5(string_agg(x::text, ''|'' ORDER BY x)), '''') FROM s WHERE ' || condition INTO s;
	IF h <> s THEN RETURN QUERY SELECT condition, h, s; END IF;
END $$;
CREATE PROCEDURE twins(type text, ordinary text, extremes text[], descending boolean) LANGUAGE plpgsql AS $$
DECLARE e text;
BEGIN
	DROP TABLE IF EXISTS h, s;
	EXECUTE format('CREATE TABLE h (k int, x %s)', type);
	EXECUTE 'INSERT INTO h SELECT i % 2, ' || ordinary || ' FROM generate_series(1, 3000) i';
	FOREACH e IN ARRAY extremes LOOP
		EXECUTE format('INSERT INTO h VALUES (0, %L), (1, %L)', e, e);
	END LOOP;
	CREATE TABLE s (LIKE h);
	INSERT INTO s SELECT * FROM h;
	EXECUTE 'CREATE INDEX ON s (k, x' || CASE WHEN descending THEN ' DESC)' ELSE ')' END;
END $$;
CREATE FUNCTION questions(type text, values_ text[]) RETURNS TABLE (question text, heap text, sealed text) LANGUAGE plpgsql AS $$
DECLARE v text; o text; k text;
BEGIN
	FOREACH v IN ARRAY values_ LOOP
		FOREACH o IN ARRAY ARRAY['=', '<', '<=', '>', '>=', '<>'] LOOP
			FOREACH k IN ARRAY ARRAY['', 'k = 0 AND ', 'k IN (0, 1) AND '] LOOP
				RETURN QUERY SELECT * FROM differs(format('%sx %s %L::%s', k, o, v, type));
			END LOOP;
		END LOOP;
	END LOOP;
END $$;

CALL twins('timestamptz', $$timestamptz '2026-01-01' + i * interval '1 s'$$, '{-infinity}', false);
CALL sealstone.seal('s');
SELECT * FROM questions('timestamptz', '{-infinity,infinity,2026-01-01 00:00:01,2026-01-01 00:10:00,4713-01-01 00:00:00 BC}');
CALL twins('timestamptz', $$timestamptz '2026-01-01' + i * interval '1 s'$$, '{-infinity,infinity}', true);
CALL sealstone.seal('s');
SELECT * FROM questions('timestamptz', '{-infinity,infinity,2026-01-01 00:00:01,2026-01-01 00:10:00}');
CALL twins('bigint', 'i', '{-9223372036854775808}', false);
CALL sealstone.seal('s');
SELECT * FROM questions('bigint', '{-9223372036854775808,9223372036854775807,0,1,2,1500,3000}');
CALL sealstone.unseal('s');
CALL sealstone.seal('s', '{x}');
SELECT * FROM questions('bigint', '{-9223372036854775808,9223372036854775807,0,1,2,1500,3000}');
CALL twins('bigint', 'CASE WHEN i = 1 THEN -6000000000000000000 WHEN i = 2 THEN 6000000000000000000 ELSE i END', '{-9223372036854775808,9223372036854775807}', true);
CALL sealstone.seal('s', '{x}');
SELECT * FROM questions('bigint', '{-9223372036854775808,9223372036854775807,-6000000000000000000,6000000000000000000,3}');
CALL twins('date', $$date '2026-01-01' + i$$, '{-infinity,infinity}', false);
CALL sealstone.seal('s');
SELECT * FROM questions('date', '{-infinity,infinity,2026-01-02,2030-01-01}');

-- and what is deleted is what was asked for
CALL twins('timestamptz', $$timestamptz '2026-01-01' + i * interval '1 s'$$, '{-infinity}', false);
CALL sealstone.seal('s');
DELETE FROM s WHERE x = '-infinity';
SELECT count(*), min(x) FROM s;
DROP SCHEMA read_extremes CASCADE;
