-- Stop points: used by the tests of concurrency; functions of a build without them only say so.
CREATE FUNCTION sealstone.stop_point_hold(name text) RETURNS void
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_stop_point_hold';
REVOKE ALL ON FUNCTION sealstone.stop_point_hold(text) FROM PUBLIC;
COMMENT ON FUNCTION sealstone.stop_point_hold(text) IS 'Holds a stop point: sessions that are set to wait there stand still (test builds only)';

CREATE FUNCTION sealstone.stop_point_release(name text) RETURNS boolean
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_stop_point_release';
REVOKE ALL ON FUNCTION sealstone.stop_point_release(text) FROM PUBLIC;
COMMENT ON FUNCTION sealstone.stop_point_release(text) IS 'Releases a stop point that this session holds (test builds only)';
