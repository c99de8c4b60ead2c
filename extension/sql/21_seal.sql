-- Stop points: used by the tests of concurrency; functions of a build without them only say so.
CREATE FUNCTION sealstone.stop_point_hold(name text) RETURNS void
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_stop_point_hold';
REVOKE ALL ON FUNCTION sealstone.stop_point_hold(text) FROM PUBLIC;
COMMENT ON FUNCTION sealstone.stop_point_hold(text) IS 'Holds a stop point: sessions that are set to wait there stand still (test builds only)';

CREATE FUNCTION sealstone.stop_point_release(name text) RETURNS boolean
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_stop_point_release';
REVOKE ALL ON FUNCTION sealstone.stop_point_release(text) FROM PUBLIC;
COMMENT ON FUNCTION sealstone.stop_point_release(text) IS 'Releases a stop point that this session holds (test builds only)';

-- Sealing. Each runs transactions of its own and refuses a transaction block.
CREATE PROCEDURE sealstone.seal(partition regclass, order_by name[] = NULL, codec text = NULL, keep_indexes boolean = NULL)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_seal';
COMMENT ON PROCEDURE sealstone.seal(regclass, name[], text, boolean) IS
'Turns a partition (or plain table) into a column store, while readers and writers go on; what is left out comes from its series'' settings';

CREATE PROCEDURE sealstone.reseal(partition regclass, order_by name[] = NULL, codec text = NULL, keep_indexes boolean = NULL)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_reseal';
COMMENT ON PROCEDURE sealstone.reseal(regclass, name[], text, boolean) IS
'Builds a sealed partition anew, with late rows, updates and deletes folded in; what is left out comes from its series'' settings, else stays as it is';

CREATE PROCEDURE sealstone.unseal(partition regclass)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_unseal';
COMMENT ON PROCEDURE sealstone.unseal(regclass) IS
'Turns a sealed partition back into an ordinary heap table, while readers and writers go on';

CREATE PROCEDURE sealstone.unseal_all()
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_unseal_all';
COMMENT ON PROCEDURE sealstone.unseal_all() IS
'Unseals every sealed table of this database, one after the other; the way out before DROP EXTENSION';

CREATE PROCEDURE sealstone.seal_eligible(relation regclass)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_seal_eligible';
COMMENT ON PROCEDURE sealstone.seal_eligible(regclass) IS
'Seals all partitions of a series table that are past its settle window, one after the other';

CREATE FUNCTION sealstone.estimate_seal(partition regclass,
	OUT rows bigint, OUT bytes_before bigint, OUT bytes_after bigint, OUT ratio float8,
	OUT order_key name[], OUT sampled_rows bigint)
LANGUAGE c STRICT STABLE AS 'MODULE_PATHNAME', 'sealstone_estimate_seal';
COMMENT ON FUNCTION sealstone.estimate_seal(regclass) IS
'What sealing a partition would make of its size, guessed from a sample; seals nothing';
