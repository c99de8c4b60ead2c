-- Sealstone: install script, concatenated from sql/*.sql in the order of their numbers.
\echo Use "CREATE EXTENSION sealstone" to load this file. \quit

REVOKE ALL ON SCHEMA sealstone FROM PUBLIC;
GRANT USAGE ON SCHEMA sealstone TO PUBLIC;
COMMENT ON SCHEMA sealstone IS 'Sealstone: series tables, sealed partitions, rollups, operations';

CREATE FUNCTION sealstone.version() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '0.1.0';
COMMENT ON FUNCTION sealstone.version() IS 'Version of the SQL objects of this extension';
