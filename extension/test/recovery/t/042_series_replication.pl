# Series and replication. On a standby, and across its promotion, a snapshot from before a migration never misses the rows that moved.
# A publication FOR ALL TABLES carries the series' rows and none of the publisher's bookkeeping. A subscriber's table can become a series.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
max_worker_processes = 12
client_min_messages = warning
});
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sealstone;
	CREATE TABLE other (v int);
	CREATE TABLE t (ts timestamptz NOT NULL, v int, PRIMARY KEY (ts));
	INSERT INTO t SELECT '2024-01-01 00:00+00'::timestamptz + g * interval '1 hour', g FROM generate_series(0, 71) g;
	SELECT sealstone.create_series('t', 'ts', '1 day', premake => 0);
	SELECT sealstone.make_partitions('t', '2023-06-01', '2023-06-02');
	UPDATE sealstone.jobs SET enabled = false;
});

# --- a standby
$node->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'backup', has_streaming => 1);
$standby->append_conf('postgresql.conf', "max_standby_streaming_delay = -1\nhot_standby_feedback = on\nwal_receiver_status_interval = 1s\n");
$standby->start;
$node->wait_for_catchup($standby, 'replay', $node->lsn('write'));

my $day1 = q{SELECT count(*) FROM t WHERE ts >= '2024-01-01 00:00+00' AND ts < '2024-01-02 00:00+00'};
my $day2 = q{SELECT count(*) FROM t WHERE ts >= '2024-01-02 00:00+00' AND ts < '2024-01-03 00:00+00'};
my $elsewhere = q{SELECT count(*) FROM t WHERE ts >= '2023-06-01 00:00+00' AND ts < '2023-06-02 00:00+00'};
my $premade = q{SELECT count(*) FROM t WHERE ts >= '2023-06-02 00:00+00' AND ts < '2023-06-03 00:00+00'};

my $old = $standby->background_psql('postgres', on_error_stop => 0);
my $older = $standby->background_psql('postgres', on_error_stop => 0);
$old->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
$old->query_safe('SELECT count(*) FROM other');
$older->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
$older->query_safe('SELECT count(*) FROM other');
# what the old snapshots can see is not pruned on the primary, which would have the standby wait for them
ok($node->poll_query_until('postgres', 'SELECT backend_xmin IS NOT NULL FROM pg_stat_replication'), 'the primary knows of the standby\'s snapshots');
$node->safe_psql('postgres', q{CALL sealstone.migrate('t', 1)});
$node->safe_psql('postgres', q{SELECT sealstone.make_partitions('t', '2023-06-02', '2023-06-03')});
$node->wait_for_catchup($standby, 'replay', $node->lsn('write'));
is($standby->safe_psql('postgres', $day1), '24', 'a new snapshot on the standby sees all');
like($old->query_safe($elsewhere), qr/^0$/, 'an old one reads what did not move');
like($old->query_safe($premade), qr/^0$/, 'and a partition that was only made');
like($old->query_safe($day2), qr/^24$/, 'and what is still in the default partition');
$old->query($day1);
like($old->{stderr}, qr/could not serialize access: rows have moved/, 'and is refused what moved, instead of missing it');
$old->{stderr} = '';
$old->query('ROLLBACK');
is($old->query_safe($day1), '24', 'again, it succeeds');
$old->quit;

# --- a snapshot that outlives a promotion
$node->stop;
$standby->promote;
$older->query($day1);
like($older->{stderr}, qr/could not serialize access: rows have moved/, 'after promotion, too');
$older->{stderr} = '';
$older->query('ROLLBACK');
$older->quit;
is($standby->safe_psql('postgres', $day1), '24', 'new snapshots see all there');
$standby->stop;

# --- logical replication of everything
$node->start;
$node->safe_psql('postgres', 'CREATE TABLE plain (ts timestamptz PRIMARY KEY, v int); INSERT INTO plain VALUES (\'2024-01-01 00:00+00\', 1)');
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init(allows_streaming => 'logical');
$subscriber->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
max_worker_processes = 16
client_min_messages = warning
});
$subscriber->start;
$subscriber->safe_psql('postgres', q{
	CREATE EXTENSION sealstone;
	CREATE TABLE other (v int);
	CREATE TABLE plain (ts timestamptz PRIMARY KEY, v int);
	CREATE TABLE t (ts timestamptz NOT NULL, v int, PRIMARY KEY (ts));
	SELECT sealstone.create_series('t', 'ts', '1 month', premake => 0);
	UPDATE sealstone.jobs SET enabled = false;
});
$node->safe_psql('postgres', 'CREATE PUBLICATION everything FOR ALL TABLES WITH (publish_via_partition_root = true)');
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION sub CONNECTION '" . $node->connstr . " dbname=postgres application_name=sub' PUBLICATION everything");
$subscriber->wait_for_subscription_sync($node, 'sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*) FROM t'), '72', 'the rows are there');
is($subscriber->safe_psql('postgres', 'SELECT relation, partition_interval FROM sealstone.series_info'), 't|1 mon', 'the series is the subscriber\'s own');
is($subscriber->safe_psql('postgres', q{SELECT count(*) FROM sealstone.operations WHERE kind = 'migrate'}), '0', 'its operations too');
# the publisher goes on with work of its own
$node->safe_psql('postgres', q{SELECT sealstone.set_partitioning('t', premake => 3), sealstone.request('analyze_sizes', 't'), sealstone.measure('t')});
$node->safe_psql('postgres', q{CALL sealstone.migrate('t'); INSERT INTO t VALUES ('2024-02-01 00:00+00', 100); UPDATE t SET v = -1 WHERE ts = '2024-01-01 00:00+00'; DELETE FROM t WHERE ts = '2024-01-01 01:00+00'});
$node->wait_for_catchup('sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*), min(v) FROM t'), '72|-1', 'and changes of rows arrive, moves do not double them');
is($subscriber->safe_psql('postgres', 'SELECT premake FROM sealstone.series_info'), '0', 'settings of the publisher do not');

# --- a table that a subscription writes into becomes a series, and goes on being written into
$subscriber->safe_psql('postgres', q{SELECT sealstone.create_series('plain', 'ts', '1 day', premake => 0)});
$node->safe_psql('postgres', q{INSERT INTO plain VALUES ('2024-01-02 00:00+00', 2); UPDATE plain SET v = 10 WHERE v = 1});
$node->wait_for_catchup('sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*), sum(v) FROM plain'), '2|12', 'a converted table is replicated into');
is($subscriber->safe_psql('postgres', q{SELECT srsubstate FROM pg_subscription_rel WHERE srrelid = 'plain'::regclass}), 'r', 'without another copy');
$subscriber->safe_psql('postgres', q{CALL sealstone.migrate('plain')});
$node->safe_psql('postgres', q{UPDATE plain SET v = 20 WHERE v = 10; DELETE FROM plain WHERE v = 2});
$node->wait_for_catchup('sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*), sum(v) FROM plain'), '1|20', 'also after its rows moved');
$subscriber->safe_psql('postgres', 'ALTER SUBSCRIPTION sub REFRESH PUBLICATION');
$subscriber->wait_for_subscription_sync($node, 'sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*), sum(v) FROM plain'), '1|20', 'nor does a refresh copy it again');

# --- what the apply worker writes marks a rollup, TRUNCATE too
$subscriber->safe_psql('postgres', q{SELECT sealstone.create_rollup('daily', 'plain', '1 day', 'count(*) AS n, sum(v) AS v'); SELECT sealstone.refresh_rollup('daily')});
is($subscriber->safe_psql('postgres', 'SELECT n, v FROM daily'), '1|20', 'a rollup of replicated rows');
$node->safe_psql('postgres', q{UPDATE plain SET v = 21; INSERT INTO plain VALUES ('2024-01-01 01:00+00', 4)});
$node->wait_for_catchup('sub');
is($subscriber->safe_psql('postgres', 'SELECT n, v FROM daily'), '2|25', 'follows what is replicated');
$node->safe_psql('postgres', 'TRUNCATE plain');
$node->wait_for_catchup('sub');
is($subscriber->safe_psql('postgres', 'SELECT count(*) FROM daily'), '0', 'and TRUNCATE');
$subscriber->safe_psql('postgres', q{SELECT sealstone.refresh_rollup('daily')});
is($subscriber->safe_psql('postgres', q{SELECT count(*) FROM sealstone.verify_rollup('daily')}), '0', 'to the state');

# --- published under the names of its partitions, a series cannot move rows: refused, with what mends it, and nothing moved
$node->safe_psql('postgres', q{ALTER PUBLICATION everything SET (publish_via_partition_root = false); INSERT INTO t VALUES ('2024-06-01 00:00+00', 200)});
my ($code, $out, $err) = $node->psql('postgres', q{CALL sealstone.migrate('t')});
like($err, qr/publishes them under the names of the partitions.*ALTER PUBLICATION everything SET/s, 'migrate says which publication is in the way');
is($node->safe_psql('postgres', 'SELECT count(*) FROM ONLY t_default'), '2', 'and moves nothing');
$node->safe_psql('postgres', q{ALTER PUBLICATION everything SET (publish_via_partition_root = true); CALL sealstone.migrate('t')});
is($node->safe_psql('postgres', 'SELECT count(*) FROM ONLY t_default'), '0', 'mended, it does');
$subscriber->stop;
$node->stop;

done_testing();
