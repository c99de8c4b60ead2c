# Workers and operations through terminations, kill -9, commands that need the database empty, a standby and its promotion, a
# dump and its restore: no operation stays "running", no job is lost or doubled, nothing runs on a standby or in a copy.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
restart_after_crash = on
autovacuum = off
sealstone.lock_timeout = 600s
max_worker_processes = 12
});
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE work');

sub setup_work
{
	$node->safe_psql('work', q{
		CREATE EXTENSION sealstone;
		CREATE TABLE t (ts timestamptz NOT NULL, v int);
		SELECT sealstone.create_series('t', 'ts', '1 day', premake => 0);
		UPDATE sealstone.jobs SET enabled = false;
		SELECT sealstone.set_partitioning('t', premake => 2);
		INSERT INTO t VALUES ('1999-01-01', 1);
	});
}
setup_work();

sub state_of
{
	my $id = shift;
	return $node->safe_psql('work', "SELECT state || coalesce(' ' || error_code, '') FROM sealstone.operations WHERE id = $id");
}

# an operation held in its middle by another session's lock on the default partition
sub held_operation
{
	my $holder = $node->background_psql('work');
	$holder->query_safe('BEGIN');
	$holder->query_safe('SELECT count(*) FROM t');
	my $id = $node->safe_psql('work', "SELECT sealstone.request('premake', 't')");
	ok($node->poll_query_until('work', "SELECT blocked_by IS NOT NULL FROM sealstone.operations WHERE id = $id"), 'the operation waits');
	my $pid = $node->safe_psql('work', "SELECT pid FROM sealstone.progress() WHERE id = $id");
	return ($holder, $id, $pid);
}

# --- its process is terminated
{
	my ($holder, $id, $pid) = held_operation();
	$node->safe_psql('work', "SELECT pg_terminate_backend($pid)");
	ok($node->poll_query_until('work', "SELECT state = 'failed' FROM sealstone.operations WHERE id = $id"), 'terminated: failed');
	is(state_of($id), 'failed 57P02', 'with the reason');
	like($node->safe_psql('work', "SELECT error_message FROM sealstone.operations WHERE id = $id"), qr/terminated/, 'in words');
	$holder->query_safe('COMMIT');
	$holder->quit;
	my $again = $node->safe_psql('work', "SELECT sealstone.retry_operation($id)");
	ok($node->poll_query_until('work', "SELECT state = 'succeeded' FROM sealstone.operations WHERE id = $again"), 'and again with success');
}

# --- kill -9: the server restarts
{
	$node->safe_psql('work', "DROP TABLE IF EXISTS gone; SELECT sealstone.set_partitioning('t', premake => 4)");
	my ($holder, $id, $pid) = held_operation();
	kill 'KILL', $pid;
	$holder->{run}->finish if ref($holder) && $holder->{run};
	ok($node->poll_query_until('work', "SELECT state = 'failed' FROM sealstone.operations WHERE id = $id"), 'killed: failed');
	like($node->safe_psql('work', "SELECT error_message FROM sealstone.operations WHERE id = $id"), qr/restarted/, 'because the server restarted');
	my $again = $node->safe_psql('work', "SELECT sealstone.retry_operation($id)");
	ok($node->poll_query_until('work', "SELECT state = 'succeeded' FROM sealstone.operations WHERE id = $again"), 'and again with success');
	is($node->safe_psql('work', "SELECT count(*) FROM sealstone.progress()"), '0', 'no slot is left');
}

# --- each change is announced, by the worker and not by whoever asks
{
	my $out = $node->safe_psql('work', q{
		LISTEN sealstone_events;
		SELECT 'asked ' || sealstone.request('analyze_sizes', 't');
		SELECT pg_sleep(0.1) FROM generate_series(1, 30);
		SELECT 'state ' || state FROM sealstone.operations ORDER BY id DESC LIMIT 1;
	});
	my ($id) = $out =~ /asked (\d+)/;
	like($out, qr/notification "sealstone_events" with payload "\{"db": "work", "id": $id, "version": \d+\}"/, 'LISTEN hears of an operation');
}

# --- a job whose run died runs again, once
{
	$node->safe_psql('work', "SELECT sealstone.update_job(id, enabled => true, schedule => '1 second', next_run => now()) FROM sealstone.job_info WHERE kind = 'migrate'");
	ok($node->poll_query_until('work', "SELECT count(*) >= 1 FROM sealstone.job_info WHERE kind = 'migrate' AND last_status = 'succeeded'"), 'a job runs on its schedule');
	is($node->safe_psql('work', "SELECT count(*) FROM ONLY t_default"), '0', 'and does its work');
	$node->stop('immediate');
	$node->start;
	my $runs = $node->safe_psql('work', "SELECT runs FROM sealstone.job_info WHERE kind = 'migrate'");
	ok($node->poll_query_until('work', "SELECT runs > $runs FROM sealstone.job_info WHERE kind = 'migrate'"), 'also after a crash of the server');
	$node->safe_psql('work', "SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info");
}

# --- the workers leave for commands that need the database empty
{
	ok($node->poll_query_until('work', 'SELECT worker_pid IS NOT NULL FROM sealstone.worker_info'), 'a worker is there');
	$node->safe_psql('postgres', 'CREATE DATABASE copy TEMPLATE work');
	ok($node->poll_query_until('copy', 'SELECT foreign_cluster FROM sealstone.worker_info'), 'a copy knows that its jobs are not its own');
	is($node->safe_psql('copy', "SELECT count(*) FROM sealstone.job_info WHERE paused_reason LIKE '%resume_jobs%'"), '2', 'and keeps them paused');
	ok($node->poll_query_until('work', 'SELECT worker_pid IS NOT NULL FROM sealstone.worker_info'), 'the worker of the template is back');
	$node->safe_psql('postgres', 'ALTER DATABASE work RENAME TO renamed');
	$node->safe_psql('postgres', 'ALTER DATABASE renamed RENAME TO work');
	$node->safe_psql('postgres', 'DROP DATABASE copy');
	pass('copied, renamed and dropped with workers about');
}

# --- a standby: the views answer, no worker runs; promoted, it does
{
	$node->backup('backup');
	my $standby = PostgreSQL::Test::Cluster->new('standby');
	$standby->init_from_backup($node, 'backup', has_streaming => 1);
	$standby->start;
	$node->wait_for_catchup($standby, 'replay', $node->lsn('write'));
	is($standby->safe_psql('work', 'SELECT in_recovery, launcher_pid IS NULL, worker_pid IS NULL FROM sealstone.worker_info'), 't|t|t', 'no worker on a standby');
	is($standby->safe_psql('work', 'SELECT count(*) FROM sealstone.series_info'), '1', 'its views answer');
	my ($code, $out, $err) = $standby->psql('work', "SELECT sealstone.request('premake', 't')");
	like($err, qr/read-only transaction|during recovery/, 'a request is refused there');
	$node->stop;
	$standby->promote;
	ok($standby->poll_query_until('work', 'SELECT worker_pid IS NOT NULL FROM sealstone.worker_info'), 'promoted, it has a worker');
	my $id = $standby->safe_psql('work', "SELECT sealstone.request('analyze_sizes', 't')");
	ok($standby->poll_query_until('work', "SELECT state = 'succeeded' FROM sealstone.operations WHERE id = $id"), 'which works');
	$standby->stop;
	$node->start;
}

# --- a dump restored elsewhere: the settings are there, the jobs wait, no history
{
	$node->safe_psql('work', "SELECT sealstone.set_sealing('t', '7 days', 'zstd', '{v,ts}'), sealstone.set_retention('t', '100 years'), sealstone.grant_operate('t', 'pg_monitor')");
	my $dump = $node->basedir . '/dump.sql';
	$node->command_ok([ 'pg_dump', '-f', $dump, '-d', $node->connstr('work') ], 'pg_dump');
	my $other = PostgreSQL::Test::Cluster->new('other');
	$other->init;
	$other->append_conf('postgresql.conf', "shared_preload_libraries = 'sealstone'\n");
	$other->start;
	$other->safe_psql('postgres', 'CREATE DATABASE work');
	$other->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $dump, '-d', $other->connstr('work') ], 'restored without an error');
	is($other->safe_psql('work', "SELECT relation, partition_interval, premake, seal_after, codec, order_by, retention FROM sealstone.series_info"),
		't|1 day|4|7 days|zstd|{v,ts}|100 years', 'the series is one there');
	is($other->safe_psql('work', 'SELECT count(*) FROM t'), $node->safe_psql('work', 'SELECT count(*) FROM t'), 'with its rows');
	is($other->safe_psql('work', 'SELECT foreign_cluster FROM sealstone.worker_info'), 't', 'its jobs came from elsewhere');
	is($other->safe_psql('work', 'SELECT count(*) FROM sealstone.operations'), '0', 'and do nothing');
	is($other->safe_psql('work', 'SELECT sealstone.resume_jobs()'), '4', 'until they are taken over');
	is($other->safe_psql('work', 'SELECT foreign_cluster FROM sealstone.worker_info'), 'f', 'and are its own');
	$other->safe_psql('work', "SET ROLE pg_monitor; SELECT 1 WHERE NOT sealstone.may_operate('t')");
	is($other->safe_psql('work', "SELECT count(*) FROM sealstone.operators"), '1', 'grants to operate are kept');
	$other->stop;
}

done_testing();
