# Thousands of partitions with few locks, on a server where no worker can run: migrate, an integer series' "now", measure and retention
# take as many locks for a thousand partitions as for one. run_due_job() does a job's work; clocks that were set change nothing.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use IPC::Run;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('small');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
max_locks_per_transaction = 10
max_connections = 10
max_wal_senders = 0
max_prepared_transactions = 0
autovacuum = off
autovacuum_max_workers = 1
max_worker_processes = 0
client_min_messages = warning
});
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION sealstone');
is($node->safe_psql('postgres', 'SELECT launcher_pid IS NULL FROM sealstone.worker_info'), 't', 'no worker runs');

my $partitions = 500;
$node->safe_psql('postgres', qq{
	CREATE TABLE t (ts timestamptz NOT NULL, v int);
	CREATE INDEX t_ts ON t (ts);
	INSERT INTO t SELECT '2024-01-01 00:00+00'::timestamptz + g * interval '30 minutes', g FROM generate_series(0, $partitions * 2 - 1) g;
	SELECT sealstone.create_series('t', 'ts', '1 hour', premake => 0);
	UPDATE sealstone.jobs SET enabled = false;
});

sub due
{
	my $kind = shift;
	$node->safe_psql('postgres', "SELECT sealstone.update_job(id, enabled => kind = '$kind', next_run => now()) FROM sealstone.job_info");
	return $node->safe_psql('postgres', 'CALL sealstone.run_due_job()');
}

# --- nothing due, not allowed
is($node->safe_psql('postgres', 'CALL sealstone.run_due_job()'), '', 'with no job due run_due_job returns NULL');
$node->safe_psql('postgres', 'CREATE ROLE someone');
my ($code, $out, $err) = $node->psql('postgres', 'SET ROLE someone; CALL sealstone.run_due_job()');
like($err, qr/must be superuser/, 'and is for superusers');
($code, $out, $err) = $node->psql('postgres', 'BEGIN; CALL sealstone.run_due_job(); COMMIT');
like($err, qr/transaction block/, 'and not for a transaction block');

# --- migrate
$node->safe_psql('postgres', q{SELECT sealstone.update_job(id, enabled => kind = 'migrate', next_run => now()) FROM sealstone.job_info});
my $worker = IPC::Run::start([ 'psql', '-X', '-At', '-d', $node->connstr('postgres'), '-c', 'CALL sealstone.run_due_job()' ], '>', \my $ran);
my ($samples, $most) = (0, 0);
while ($worker->pumpable)
{
	my $held = $node->safe_psql('postgres', q{SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid() AND locktype = 'relation'});
	$most = $held if $held > $most;
	$samples++;
	$worker->pump_nb;
}
$worker->finish;
chomp(my $id = $ran);
cmp_ok($samples, '>', 5, 'its locks are looked at while it works');
cmp_ok($most, '<', 150, 'they do not grow with the partitions');
is($node->safe_psql('postgres', "SELECT state, result->>'rows', result->>'partitions' FROM sealstone.operations WHERE id = $id"),
	'succeeded|' . $partitions * 2 . "|$partitions", 'run_due_job migrates into many partitions');
is($node->safe_psql('postgres', "SELECT last_status, failures, running FROM sealstone.job_info WHERE kind = 'migrate'"), 'succeeded|0|f', 'the job says so');
cmp_ok($node->safe_psql('postgres', q{BEGIN; SELECT count(*) FROM t; SELECT count(*) FROM pg_locks WHERE locktype = 'relation'; COMMIT}) =~ s/^\d+\n//r, '>', $partitions, 'while a query of all of them locks each');
is($node->safe_psql('postgres', q{SELECT count(*) FROM t WHERE ts >= '2024-01-02 00:00+00' AND ts < '2024-01-02 10:00+00'}), '20', 'and one of some reads its rows');

# --- measure and the views
$node->safe_psql('postgres', q{SELECT sealstone.measure('t')});
is($node->safe_psql('postgres', q{SELECT partitions >= 500, bytes > 0 FROM sealstone.series_info WHERE relation = 't'::regclass}), 't|t', 'measured');

# --- clocks: set back a year (what was done lies ahead), set forward a year (many runs were missed)
$node->safe_psql('postgres', q{UPDATE sealstone.jobs SET last_run = now() + interval '1 year', next_run = now() + interval '1 year', enabled = kind = 'premake'});
is($node->safe_psql('postgres', 'CALL sealstone.run_due_job()'), '', 'after a clock is set back');
is($node->safe_psql('postgres', q{SELECT bool_and(next_run <= now() + schedule + interval '1 minute' AND last_run <= now()) FROM sealstone.job_info}), 't', 'jobs run within one schedule');
my $queued = $node->safe_psql('postgres', q{SELECT sealstone.request('analyze_sizes', 't')});
$node->safe_psql('postgres', "UPDATE sealstone.operation_log SET not_before = now() + interval '1 year' WHERE id = $queued; CALL sealstone.run_due_job()");
is($node->safe_psql('postgres', "SELECT not_before <= now() FROM sealstone.operation_log WHERE id = $queued"), 't', 'and operations that wait for a retry do not wait for a year');
my $runs = $node->safe_psql('postgres', q{SELECT runs FROM sealstone.job_info WHERE kind = 'premake'});
$node->safe_psql('postgres', q{UPDATE sealstone.jobs SET last_run = now() - interval '1 year', next_run = now() - interval '1 year' WHERE kind = 'premake'});
isnt($node->safe_psql('postgres', 'CALL sealstone.run_due_job()'), '', 'after a clock is set forward a job runs');
is($node->safe_psql('postgres', 'CALL sealstone.run_due_job()'), '', 'once');
is($node->safe_psql('postgres', q{SELECT runs FROM sealstone.job_info WHERE kind = 'premake'}), $runs + 1, 'and not once for each schedule missed');

# --- a request for many partitions in one transaction that the locks do not suffice for changes nothing
($code, $out, $err) = $node->psql('postgres', q{SELECT sealstone.make_partitions('t', '2020-01-01', '2020-12-01')});
like($err, qr/more locks than the server has room for/, 'too many at once are refused before any is made');
is($node->safe_psql('postgres', q{SELECT count(*) FROM sealstone.partition_info WHERE hi < '2021-01-01'}), '0', 'and none is made');

# --- an integer series: its "now" is looked for in one partition
$node->safe_psql('postgres', q{
	CREATE TABLE n (n bigint NOT NULL); CREATE INDEX n_n ON n (n);
	SELECT sealstone.create_series('n', 'n', partition_width => 10, premake => 2);
	UPDATE sealstone.jobs SET enabled = false;
});
for (my $at = 0; $at < 4000; $at += 500)
{
	$node->safe_psql('postgres', sprintf(q{SELECT sealstone.make_partitions('n', '%d', '%d')}, $at, $at + 500));
}
$node->safe_psql('postgres', 'INSERT INTO n VALUES (5), (3995)');
is($node->safe_psql('postgres', q{SELECT sealstone.premake('n')}), '2', 'two partitions are made beyond the greatest value');
$node->safe_psql('postgres', q{SELECT sealstone.measure('n')});
is($node->safe_psql('postgres', 'SELECT newest_value FROM sealstone.series_sizes y JOIN sealstone.series s ON s.relation::oid = y.series WHERE s.partition_width = 10'), '3995', 'which measure knows');
$node->safe_psql('postgres', 'INSERT INTO n VALUES (100000)');
$node->safe_psql('postgres', q{SELECT sealstone.measure('n')});
is($node->safe_psql('postgres', 'SELECT newest_value FROM sealstone.series_sizes y JOIN sealstone.series s ON s.relation::oid = y.series WHERE s.partition_width = 10'), '100000', 'also from the default partition');
$node->safe_psql('postgres', 'DELETE FROM n WHERE n = 100000');

# --- retention drops one partition per transaction
# one that cannot be dropped keeps none of those behind it
$node->safe_psql('postgres', q{CREATE VIEW looks AS SELECT * FROM n_p100; SELECT sealstone.set_retention('n', 100)});
$id = due('retention');
is($node->safe_psql('postgres', "SELECT state FROM sealstone.operations WHERE id = $id"), 'failed', 'a partition with a view fails the operation');
like($node->safe_psql('postgres', "SELECT error_message FROM sealstone.operations WHERE id = $id"), qr/^1 of \d+ partitions could not be dropped, the first is public\.n_p100: /, 'which names it');
is($node->safe_psql('postgres', q{SELECT count(*), min(lo_value) FROM sealstone.partition_info WHERE relation = 'n'::regclass AND state = 'live'}), '14|100', 'and all others are dropped');
$node->safe_psql('postgres', 'DROP VIEW looks');
$id = due('retention');
is($node->safe_psql('postgres', "SELECT state FROM sealstone.operations WHERE id = $id"), 'succeeded', 'retention drops hundreds of partitions');
is($node->safe_psql('postgres', q{SELECT count(*), min(lo_value) FROM sealstone.partition_info WHERE relation = 'n'::regclass AND state = 'live'}), '13|3890', 'and leaves what is kept');

# --- who may do what: MAINTAIN operates and drops nothing (17 and later)
if ($node->safe_psql('postgres', 'SHOW server_version_num') >= 170000)
{
	$node->safe_psql('postgres', 'CREATE ROLE keeper; GRANT MAINTAIN ON n TO keeper');
	is($node->safe_psql('postgres', q{SET ROLE keeper; SELECT sealstone.may_operate('n'), sealstone.may_operate('t')}), 't|f', 'MAINTAIN may operate');
	like($node->safe_psql('postgres', q{SET ROLE keeper; SELECT sealstone.request('premake', 'n')}), qr/^\d+$/, 'and ask for work that loses nothing');
	is($node->safe_psql('postgres', q{SET ROLE keeper; SELECT sealstone.premake('n')}), '0', 'and do it');
	for my $statement (q{SELECT sealstone.request('retention', 'n')}, q{SELECT sealstone.drop_before('n', 4000)}, q{SELECT sealstone.set_retention('n', 1)},
		q{SELECT sealstone.set_sealing('n', 100)}, q{SELECT sealstone.drop_default('n')}, q{SELECT sealstone.drop_series('n')})
	{
		($code, $out, $err) = $node->psql('postgres', "SET ROLE keeper; $statement");
		like($err, qr/must be owner/, "not: $statement");
	}
	$node->safe_psql('postgres', 'REVOKE MAINTAIN ON n FROM keeper');
	is($node->safe_psql('postgres', q{SET ROLE keeper; SELECT sealstone.may_operate('n')}), 'f', 'taken back');
}

$node->stop;
done_testing();
