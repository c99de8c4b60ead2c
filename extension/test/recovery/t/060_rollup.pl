# Rollups with data through a crash in the midst of a refresh, and through a dump and its restore: never stale before, never after,
# refreshed further, and dropped whole.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
restart_after_crash = on
autovacuum = off
max_prepared_transactions = 4
timezone = 'UTC'
});
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE work');
$node->safe_psql('work', q{
	CREATE EXTENSION sealstone;
	SELECT sealstone.pause_all();
	CREATE TABLE m (ts timestamptz NOT NULL, host text NOT NULL, v int, x float8);
	SELECT sealstone.create_series('m', 'ts', '1 day', premake => 0);
	SELECT sealstone.make_partitions('m', '2024-01-01', '2024-01-06');
	INSERT INTO m SELECT '2024-01-01'::timestamptz + n * interval '5 minutes', 'h' || n % 4, n, sqrt(n) FROM generate_series(0, 5 * 288 - 1) n;
	ANALYZE m;
	SELECT sealstone.create_rollup('m_hour', 'm', '1 hour', 'count(*) AS n, sum(v) AS s, avg(x) AS a, first(v, ts) AS f, last(v, ts) AS l, percentile(percentile_sketch(x), 0.5) AS p', 'host');
	SELECT sealstone.create_rollup('m_day', 'm_hour', '1 day', 'sum(v) AS s, last(v, ts) AS l, count(*) AS n');
	CREATE VIEW m_differ AS SELECT count(*) AS differences FROM
		((SELECT bucket, host, n, s, f, l FROM m_hour EXCEPT ALL SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v), sealstone.first(v, ts), sealstone.last(v, ts) FROM m GROUP BY 1, 2)
		 UNION ALL (SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v), sealstone.first(v, ts), sealstone.last(v, ts) FROM m GROUP BY 1, 2 EXCEPT ALL SELECT bucket, host, n, s, f, l FROM m_hour)
		 UNION ALL (SELECT bucket, '', n, s, 0, l FROM m_day EXCEPT ALL SELECT sealstone.bucket('1 day', ts), '', count(*), sum(v), 0, sealstone.last(v, ts) FROM m GROUP BY 1)) d;
});

sub right
{
	my ($database, $when) = @_;
	is($node->safe_psql($database, 'SELECT differences FROM m_differ'), '0', "$when: equal to the query");
	is($node->safe_psql($database, q{SELECT count(*) FROM sealstone.verify_rollup('m_hour')}), '0', "$when: m_hour verified");
	is($node->safe_psql($database, q{SELECT count(*) FROM sealstone.verify_rollup('m_day')}), '0', "$when: m_day verified");
}

# --- a crash after two batches were committed and a third was done
SKIP:
{
	my ($out, $err);
	$node->psql('work', "SET sealstone.stop_points = 'rollup_refreshed:wait'", stderr => \$err);
	skip 'built without stop points', 6 if $err;
	$node->safe_psql('work', q{SET sealstone.rollup_batch_rows = 1; CALL sealstone.refresh('m_hour', NULL, '2024-01-03'::timestamptz)});
	is($node->safe_psql('work', q{SELECT watermark FROM sealstone.rollup_info WHERE name = 'm_hour'}), '2024-01-03 00:00:00+00', 'two partitions taken up');
	$node->psql('work', q{SET sealstone.rollup_batch_rows = 1; SET sealstone.stop_points = 'rollup_refreshed:kill'; CALL sealstone.refresh('m_hour')}, stderr => \$err);
	$node->poll_query_until('postgres', 'SELECT true') or die 'the server did not come back';
	is($node->safe_psql('work', q{SELECT watermark FROM sealstone.rollup_info WHERE name = 'm_hour'}), '2024-01-03 00:00:00+00', 'crashed: what was committed stays, what was not is not there');
	$node->safe_psql('work', q{INSERT INTO m VALUES ('2024-01-03 04:04', 'h1', 7, 7), ('2024-01-01 04:04', 'h1', 7, 7)});
	right('work', 'after the crash');
	$node->safe_psql('work', q{SET sealstone.rollup_batch_rows = 1; CALL sealstone.refresh('m_hour')});
	isnt($node->safe_psql('work', q{SELECT watermark FROM sealstone.rollup_info WHERE name = 'm_hour'}), '2024-01-03 00:00:00+00', 'and the next refresh goes on');
}
$node->safe_psql('work', q{CALL sealstone.refresh('m_hour'); CALL sealstone.refresh('m_day')});
right('work', 'refreshed');

# --- dump and restore: with something pending, something sealed, something below the floor, retention
my $leaf = $node->safe_psql('work', q{SELECT oid::regclass FROM pg_class WHERE relispartition AND relkind = 'r' AND pg_get_expr(relpartbound, oid) LIKE '%FROM (''2024-01-02%'});
$node->safe_psql('work', "CALL sealstone.seal('$leaf')");
$node->safe_psql('work', q{
	INSERT INTO m VALUES ('2024-01-02 03:03', 'h2', 9, 9), ('2024-01-05 23:59:59', 'h9', 9, 9);
	DELETE FROM m WHERE ts = '2024-01-04 05:00';
	SELECT sealstone.set_rollup_retention('m_day', interval '100 years');
});
right('work', 'before the dump');
my $kept = $node->safe_psql('work', 'SELECT * FROM m_hour ORDER BY 1, 2');
my $pending = $node->safe_psql('work', q{SELECT kind, lo, hi, group_key, cause FROM sealstone.rollup_invalidations ORDER BY 1, 2, 3});
isnt($pending, '', 'something is pending');
my $file = $node->basedir . '/work.dump';
for my $format ('plain', 'custom')
{
	my $copy = "copy_$format";
	$node->safe_psql('postgres', "CREATE DATABASE $copy");
	$node->command_ok(['pg_dump', '-d', $node->connstr('work'), '-f', $file, "--format=$format"], "$format: dumped");
	if ($format eq 'plain')
	{
		$node->command_ok(['psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($copy), '-f', $file], "$format: restored");
	}
	else
	{
		$node->command_ok(['pg_restore', '-j', '2', '-d', $node->connstr($copy), $file], "$format: restored in parallel");
	}
	is($node->safe_psql($copy, 'SELECT * FROM m_hour ORDER BY 1, 2'), $kept, "$format: the same rows");
	is($node->safe_psql($copy, q{SELECT kind, lo, hi, group_key, cause FROM sealstone.rollup_invalidations ORDER BY 1, 2, 3}), $pending, "$format: the same is pending");
	is($node->safe_psql($copy, q{SELECT select_list, group_by FROM sealstone.rollup_info ORDER BY name}), $node->safe_psql('work', q{SELECT select_list, group_by FROM sealstone.rollup_info ORDER BY name}), "$format: described alike");
	right($copy, "$format, restored");
	$node->safe_psql($copy, q{INSERT INTO m VALUES ('2024-01-01 13:03', 'h3', 9, 9), ('2024-01-05 23:59:59', 'h1', 9, 9); UPDATE m SET v = v + 1 WHERE ts = '2024-01-03 07:00'});
	right($copy, "$format, late rows");
	$node->safe_psql($copy, q{CALL sealstone.refresh('m_hour'); CALL sealstone.refresh('m_day')});
	is($node->safe_psql($copy, 'SELECT count(*) FROM sealstone.rollup_invalidations'), '0', "$format: nothing is pending after a refresh");
	right($copy, "$format, refreshed");
	# retention goes on too
	$node->safe_psql($copy, q{CREATE TABLE before AS TABLE m_hour; SELECT sealstone.drop_before('m', '2024-01-02'::timestamptz)});
	is($node->safe_psql($copy, 'SELECT count(*) FROM (TABLE before EXCEPT TABLE m_hour) d'), '0', "$format: what is dropped from the series stays");
	$node->safe_psql($copy, q{DROP VIEW m_differ; SELECT sealstone.drop_rollup('m_day'); SELECT sealstone.drop_rollup('m_hour')});
	is($node->safe_psql($copy, q{SELECT count(*) FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace}), '0', "$format: dropped whole");
	is($node->safe_psql($copy, q{SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup%'}), '0', "$format: no trigger left");
	unlink $file;
}
$node->stop;
done_testing();
