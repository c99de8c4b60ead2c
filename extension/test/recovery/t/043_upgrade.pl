# An installation that was updated to the present version is the same as a fresh one, object by object, and keeps what it held.
# Every version whose script is installed (sql/released) is started from. That the comparison sees differences is tested first.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('upgrade');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'sealstone'\nmax_worker_processes = 0\nclient_min_messages = warning\n");
$node->start;

# everything that belongs to the extension, one line each; names instead of OIDs, columns by name
my $objects = q{
WITH member AS (SELECT d.classid, d.objid FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname = 'sealstone'),
	relation AS (SELECT c.* FROM pg_class c JOIN member m ON m.classid = 'pg_class'::regclass AND m.objid = c.oid)
SELECT translate(line, E'\n', ' ') FROM (
	SELECT pg_describe_object(classid, objid, 0) || ' | ' || coalesce(obj_description(objid, (SELECT relname FROM pg_class WHERE oid = classid)), '') FROM member
	UNION ALL SELECT p.oid::regprocedure || ' | ' || pg_get_functiondef(p.oid) || ' | ' || coalesce(p.proacl::text, '') FROM pg_proc p JOIN member m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid WHERE p.prokind <> 'a'
	UNION ALL SELECT 'aggregate ' || p.oid::regprocedure || ' | ' || concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn, a.aggtranstype::regtype, a.aggtransspace, a.agginitval, p.proparallel)
		FROM pg_proc p JOIN pg_aggregate a ON a.aggfnoid = p.oid JOIN member m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid
	UNION ALL SELECT concat_ws(' ', r.relname, r.relkind, r.relpersistence, '') || '| ' || coalesce((SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(r.relacl) x), '') FROM relation r
	UNION ALL SELECT r.relname || ' view | ' || pg_get_viewdef(r.oid) FROM relation r WHERE r.relkind = 'v'
	UNION ALL SELECT r.relname || '.' || a.attname || ' | ' || concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, pg_get_expr(d.adbin, d.adrelid), col_description(r.oid, a.attnum), a.attacl)
		FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum WHERE r.relkind IN ('r', 'v', 'c')
	UNION ALL SELECT r.relname || ' constraint ' || c.conname || ' | ' || pg_get_constraintdef(c.oid) FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid
	UNION ALL SELECT r.relname || ' index | ' || pg_get_indexdef(i.indexrelid) FROM relation r JOIN pg_index i ON i.indrelid = r.oid
	UNION ALL SELECT r.relname || ' trigger | ' || concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal
	UNION ALL SELECT 'event trigger ' || evtname || ' | ' || concat_ws(' ', evtevent, evtfoid::regproc, evtenabled, evttags) FROM pg_event_trigger WHERE evtname LIKE 'sealstone%'
	UNION ALL SELECT 'dumped ' || c.t::regclass || ' | ' || coalesce(c.w, '') FROM pg_extension e, LATERAL ROWS FROM (unnest(e.extconfig), unnest(e.extcondition)) AS c(t, w) WHERE e.extname = 'sealstone'
	UNION ALL SELECT concat_ws(' ', 'access method', amname, amtype) FROM pg_am a JOIN member m ON m.classid = 'pg_am'::regclass AND m.objid = a.oid
	UNION ALL SELECT 'version ' || extversion || ' ' || sealstone.version() FROM pg_extension WHERE extname = 'sealstone'
	UNION ALL SELECT 'schema | ' || coalesce((SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(nspacl) x), '') FROM pg_namespace WHERE nspname = 'sealstone'
) l(line) ORDER BY 1};

sub described
{
	my $database = shift;
	return $node->safe_psql($database, $objects);
}

sub differences
{
	my ($expected, $got) = @_;
	my %expected = map { $_ => 1 } split /\n/, $expected;
	my %got = map { $_ => 1 } split /\n/, $got;
	return join "\n", (map { "missing: $_" } sort grep { !$got{$_} } keys %expected), (map { "too much: $_" } sort grep { !$expected{$_} } keys %got);
}

$node->safe_psql('postgres', 'CREATE DATABASE fresh');
$node->safe_psql('fresh', 'CREATE EXTENSION sealstone');
my $fresh = described('fresh');
cmp_ok(scalar(split /\n/, $fresh), '>', 500, 'a fresh installation is described');

# --- the comparison sees what an upgrade script can forget
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION sealstone');
is(differences($fresh, described('other')), '', 'two fresh installations are the same');
my %forgotten = (
	'a column' => 'ALTER TABLE sealstone.jobs ADD extra int',
	'a default' => 'ALTER TABLE sealstone.jobs ALTER enabled DROP DEFAULT',
	'an index' => 'DROP INDEX sealstone.operation_log_target',
	'a comment' => "COMMENT ON VIEW sealstone.job_info IS 'other'",
	'a comment of a column' => "COMMENT ON COLUMN sealstone.job_info.id IS 'other'",
	'a privilege' => 'REVOKE SELECT ON sealstone.job_info FROM PUBLIC',
	'a function' => 'ALTER FUNCTION sealstone.premake(regclass) STABLE',
	'a view' => 'CREATE OR REPLACE VIEW sealstone.disk_history AS SELECT at, resolution, path, total_bytes, free_bytes FROM sealstone.disk_history_log WHERE true AND free_bytes > 0',
	'a trigger' => 'ALTER TABLE sealstone.jobs DISABLE TRIGGER sealstone_not_replicated',
	'an event trigger' => 'ALTER EVENT TRIGGER sealstone_on_alter DISABLE',
	'what a dump takes' => "UPDATE pg_extension SET extconfig = extconfig[2:], extcondition = extcondition[2:] WHERE extname = 'sealstone'",
	'the version' => "UPDATE pg_extension SET extversion = '0' WHERE extname = 'sealstone'");
for my $what (sort keys %forgotten)
{
	my $out = $node->safe_psql('other', "BEGIN; $forgotten{$what}; $objects; ROLLBACK");
	isnt(differences($fresh, $out), '', "a difference in $what is seen");
}

# --- every released version
my $version = $node->safe_psql('fresh', "SELECT extversion FROM pg_extension WHERE extname = 'sealstone'");
my @released = split /\n/, $node->safe_psql('postgres', "SELECT version FROM pg_available_extension_versions WHERE name = 'sealstone' AND version <> '$version' ORDER BY 1");
for my $from (@released)
{
	$node->safe_psql('postgres', 'DROP DATABASE IF EXISTS upgraded');
	$node->safe_psql('postgres', 'CREATE DATABASE upgraded');
	$node->safe_psql('upgraded', "CREATE EXTENSION sealstone VERSION '$from'");
	$node->safe_psql('upgraded', q{
		CREATE TABLE t (ts timestamptz NOT NULL, v int);
		INSERT INTO t SELECT '2024-01-01 00:00+00'::timestamptz + g * interval '1 hour', g FROM generate_series(0, 99) g;
		SELECT sealstone.create_series('t', 'ts', '1 day', premake => 1);
		SELECT sealstone.set_retention('t', '100 years')});
	my $before = $node->safe_psql('upgraded', 'SELECT relation, partition_interval, premake, retention FROM sealstone.series_info');
	$node->safe_psql('upgraded', "ALTER EXTENSION sealstone UPDATE TO '$version'");
	is(differences($fresh, described('upgraded')), '', "$from updated to $version is as a fresh installation");
	is($node->safe_psql('upgraded', 'SELECT relation, partition_interval, premake, retention FROM sealstone.series_info'), $before, 'and has its series');
	is($node->safe_psql('upgraded', q{CALL sealstone.migrate('t'); SELECT count(*) FROM t}), '100', 'which works');
}

$node->stop;
done_testing();
