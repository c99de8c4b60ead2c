# While a seal waits for its lock behind a reader or a writer that stays, nobody queues behind it; when they
# leave, it goes on by itself. The same for reseal and unseal.

use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

my $node = PostgreSQL::Test::Cluster->new('lock');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
});
$node->start;
$node->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
CREATE TABLE p (id int PRIMARY KEY, v int);
INSERT INTO p SELECT i, 0 FROM generate_series(1, 5000) i;
});
my $connstr = $node->connstr('postgres');

sub session
{
	my %session = (in => '', out => '', err => '');
	$session{handle} = IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-d', $connstr, '-f', '-' ],
		'<', \$session{in}, '>', \$session{out}, '2>', \$session{err},
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	return \%session;
}

sub say_to
{
	my ($session, $sql) = @_;
	my $before = $session->{out};
	$session->{in} .= "$sql\n\\echo done\n";
	$session->{handle}->pump until substr($session->{out}, length $before) =~ /done\n$/;
	return;
}

foreach my $kind (qw(seal reseal unseal))
{
	foreach my $blocker ('SELECT count(*) FROM p', 'UPDATE p SET v = v + 1 WHERE id = 1')
	{
		$node->safe_psql('postgres', q{CALL sealstone.seal('p')}) if $kind ne 'seal';
		$node->safe_psql('postgres', q{CALL sealstone.unseal('p')}) if $kind eq 'seal';

		my $holder = session();
		say_to($holder, "BEGIN; $blocker;");

		my ($out, $err) = ('', '');
		my $operation = IPC::Run::start(
			[ 'psql', '-X', '-q', '-d', $connstr, '-v', 'ON_ERROR_STOP=1', '-c', q{SET sealstone.lock_timeout = '120s'}, '-c', "CALL sealstone.$kind('p')" ],
			'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
		# it stands at the lock when its transient relation has rows and it has polled for some time
		$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_class WHERE relname LIKE 'build%' AND relkind = 'r'});
		usleep(500_000);

		# anybody queued behind it would fail by lock_timeout
		my $failed = 0;
		foreach my $i (1 .. 20)
		{
			my ($rc) = $node->psql('postgres', q{SET lock_timeout = '2s'; SELECT sum(v) FROM p; UPDATE p SET v = v + 1 WHERE id = 2; SELECT v FROM p WHERE id = 2;});
			$failed++ if $rc != 0;
			usleep(20_000);
		}
		is($failed, 0, "$kind behind ($blocker): nobody queues");
		ok($operation->pumpable, "$kind behind ($blocker): still waiting");

		say_to($holder, 'COMMIT;');
		$holder->{in} .= "\\q\n";
		$holder->{handle}->finish;
		$operation->finish;
		is($err =~ /ERROR/ ? $err : '', '', "$kind behind ($blocker): goes on when it leaves");
		is($node->safe_psql('postgres', q{SELECT count(*), sum(v) > 0 FROM p}), '5000|t', "$kind behind ($blocker): right rows");
		is($node->safe_psql('postgres', q{SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.oid = 'p'::regclass}),
			$kind eq 'unseal' ? 'heap' : 'sealstone', "$kind behind ($blocker): done");
	}
}

# who waits for the seal's own lock does not keep it from the swap: a second seal, VACUUM, CREATE INDEX
foreach my $pair ((map { [ 'seal', $_ ] } q{CALL sealstone.seal('p')}, 'VACUUM p', 'CREATE INDEX p_extra ON p (v)'),
	(map { [ 'unseal', $_ ] } q{CALL sealstone.unseal('p')}, 'VACUUM p', 'CREATE INDEX p_extra ON p (v)'))
{
	my ($verb, $waits) = @$pair;
	$node->safe_psql('postgres', $_) foreach q{CALL sealstone.unseal('p')}, q{DROP INDEX IF EXISTS p_extra};
	$node->safe_psql('postgres', q{CALL sealstone.seal('p')}) if $verb eq 'unseal';
	# held up by a reader until the other one waits behind it
	my $holder = session();
	say_to($holder, 'BEGIN; SELECT count(*) FROM p;');
	my ($out, $err, $out2, $err2) = ('', '', '', '');
	my $operation = IPC::Run::start(
		[ 'psql', '-X', '-q', '-d', $connstr, '-c', q{SET sealstone.lock_timeout = '2s'}, '-c', q{SET sealstone.lock_attempts = 1}, '-c', "CALL sealstone.$verb('p')" ],
		'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_class WHERE relname LIKE 'build%' AND relkind = 'r'});
	my $waiter = IPC::Run::start([ 'psql', '-X', '-q', '-d', $connstr, '-c', $waits ],
		'<', \undef, '>', \$out2, '2>', \$err2, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE relation = 'p'::regclass AND NOT granted});
	say_to($holder, 'COMMIT;');
	$holder->{in} .= "\\q\n";
	$holder->{handle}->finish;
	$operation->finish;
	$waiter->finish;
	is($err =~ /ERROR/ ? $err : '', '', "$verb passes by ($waits)");
	is($err2 =~ /ERROR/ ? $err2 : '', '', "($waits) goes on after it");
	is($node->safe_psql('postgres', q{SELECT count(*), count(DISTINCT id) FROM p}), '5000|5000', "($waits): right rows");
	is($node->safe_psql('postgres', q{SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.oid = 'p'::regclass}), $verb eq 'seal' ? 'sealstone' : 'heap', "($waits): done");
}

# a giving-up names who was in the way, sessions and prepared transactions
$node->append_conf('postgresql.conf', 'max_prepared_transactions = 5');
$node->restart;
$node->safe_psql('postgres', q{CALL sealstone.seal('p')});
my $holder = session();
say_to($holder, 'BEGIN; SELECT count(*) FROM p;');
my $pid = $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'});
$node->safe_psql('postgres', q{BEGIN; UPDATE p SET v = 0 WHERE id = 3; PREPARE TRANSACTION 'in the way'});
my ($rc, $out, $err) = $node->psql('postgres', q{SET sealstone.lock_timeout = '50ms'; SET sealstone.lock_attempts = 1; CALL sealstone.reseal('p');});
like($err, qr/could not lock public\.p to exchange its storage/, 'given up');
like($err, qr/process $pid\b/, 'names the session');
like($err, qr/prepared transaction "in the way"/, 'names the prepared transaction');
say_to($holder, 'COMMIT;');
$holder->{in} .= "\\q\n";
$holder->{handle}->finish;
$node->safe_psql('postgres', q{COMMIT PREPARED 'in the way'});
$node->safe_psql('postgres', q{CALL sealstone.reseal('p')});
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'build%'}), '0', 'nothing left');

$node->stop;
done_testing();
