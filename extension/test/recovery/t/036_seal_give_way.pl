# Sessions that wait for an operation's own lock: it gives way, and begins again, rather than keep them waiting for as
# long as it lasts, or for ever where the swap waits for them. After the last attempt the error names the session.

use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('way');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
});
$node->start;
$node->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TABLE q (id int);
});
my $connstr = $node->connstr('postgres');
my $ddl = 'CREATE TRIGGER t AFTER TRUNCATE ON p EXECUTE FUNCTION f();';

sub session
{
	my %session = (in => '', out => '', err => '', sent => 0);
	$session{handle} = IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-v', 'VERBOSITY=verbose', '-d', $connstr, '-f', '-' ],
		'<', \$session{in}, '>', \$session{out}, '2>', \$session{err},
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	send_to(\%session, 'SELECT pg_backend_pid();');
	wait_for(\%session);
	($session{pid}) = $session{out} =~ /^(\d+)$/m;
	return \%session;
}

sub send_to
{
	my ($session, $sql) = @_;
	$session->{sent}++;
	$session->{in} .= "$sql\n\\echo done $session->{sent}\n";
	$session->{handle}->pump_nb;
	return;
}

sub wait_for
{
	my ($session) = @_;
	$session->{handle}->pump until $session->{out} =~ /^done $session->{sent}$/m;
	return;
}

sub say_to
{
	my ($session, $sql) = @_;
	send_to($session, $sql);
	wait_for($session);
	return;
}

# until the backend waits for a lock
sub waits
{
	my ($session) = @_;
	$session->{handle}->pump_nb;
	$node->poll_query_until('postgres', "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $session->{pid}");
	return;
}

# the operation has its lock and a transient relation
sub busy
{
	my ($session) = @_;
	$session->{handle}->pump_nb;
	$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_class WHERE relname LIKE 'build%' AND relkind = 'r'});
	return;
}

# a fresh partition in the state that $kind begins from
sub fresh
{
	my ($kind) = @_;
	$node->safe_psql('postgres', $_) foreach 'DROP TABLE IF EXISTS p', 'CREATE TABLE p (id int PRIMARY KEY, v int)',
		'INSERT INTO p SELECT i, i FROM generate_series(1, 5000) i',
		$kind eq 'seal' ? () : q{CALL sealstone.seal('p')};
	return;
}

sub ends_well
{
	my ($name, $kind, @sessions) = @_;
	foreach my $session (@sessions)
	{
		wait_for($session);
		is($session->{err}, '', "$name: no error");
		$session->{in} .= "\\q\n";
		$session->{handle}->finish;
	}
	is($node->safe_psql('postgres', q{SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.oid = 'p'::regclass}),
		$kind eq 'unseal' ? 'heap' : 'sealstone', "$name: done");
	is($node->safe_psql('postgres', q{SELECT count(*), count(DISTINCT id), (SELECT count(*) FROM pg_trigger WHERE tgname = 't') FROM p}),
		'5000|5000|1', "$name: rows and trigger are there");
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'build%' AND relrewrite <> 0}), '0', "$name: nothing left");
	return;
}

foreach my $kind (qw(seal reseal unseal))
{
	my $patient = "SET sealstone.lock_attempts = 1000; SET sealstone.lock_timeout = '100ms'; CALL sealstone.$kind('p');";

	# 1. who has the partition open waits for the operation, and the swap for him
	fresh($kind);
	my ($b, $c, $seal) = (session(), session(), session());
	say_to($b, 'BEGIN; SELECT count(*) FROM p;');
	send_to($seal, $patient);
	busy($seal);
	say_to($b, $ddl);
	pass("$kind: DDL of one who has the partition open goes through");
	say_to($b, 'COMMIT;');
	ends_well("$kind and one", $kind, $seal, $b);

	# 2. the same by way of another
	fresh($kind);
	($b, $seal) = (session(), session());
	say_to($b, 'BEGIN; SELECT count(*) FROM p;');
	say_to($c, 'BEGIN; LOCK q IN ACCESS EXCLUSIVE MODE;');
	send_to($seal, $patient);
	busy($seal);
	send_to($c, $ddl);
	send_to($b, 'SELECT count(*) FROM q;');
	wait_for($c);
	pass("$kind: a chain of two goes through");
	say_to($c, 'COMMIT;');
	wait_for($b);
	say_to($b, 'COMMIT;');
	ends_well("$kind and two", $kind, $seal, $b, $c);

	# 3. a reader keeps it from its swap; DDL that the reader is not in the way of does not wait for both
	fresh($kind);
	($b, $c, $seal) = (session(), session(), session());
	say_to($b, 'BEGIN; SELECT count(*) FROM p;');
	send_to($seal, $patient);
	busy($seal);
	say_to($c, $ddl);
	pass("$kind: DDL beside a reader goes through");
	say_to($b, 'COMMIT;');
	ends_well("$kind and DDL", $kind, $seal, $b, $c);

	# 4. with no attempt left the error names the session
	fresh($kind);
	($b, $seal) = (session(), session());
	say_to($b, 'BEGIN; SELECT count(*) FROM p;');
	(my $once = $patient) =~ s/1000/1/;
	$once =~ s/100ms/100s/;
	send_to($seal, $once);
	busy($seal);
	say_to($b, $ddl);
	wait_for($seal);
	like($seal->{err}, qr/55P03: gave way to process $b->{pid}, which waits for a lock of the operation on public\.p/, "$kind: names the session");
	like($seal->{err}, qr/Nothing was changed/, "$kind: says what it means");
	say_to($b, 'COMMIT;');
	$_->{in} .= "\\q\n", $_->{handle}->finish foreach $b, $seal;
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'build%' AND relrewrite <> 0}), '0', "$kind: nothing left");
}

# an unseal waits for snapshots older than its last change: one whose transaction waits for the unseal
fresh('unseal');
my ($b, $unseal) = (session(), session());
say_to($b, 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM q;');
$node->safe_psql('postgres', 'UPDATE p SET v = -1 WHERE id = 7');
send_to($unseal, q{SET sealstone.lock_attempts = 1000; SET sealstone.lock_timeout = '100ms'; CALL sealstone.unseal('p');});
busy($unseal);
say_to($b, $ddl);
pass('unseal: DDL of one with an old snapshot goes through');
say_to($b, 'COMMIT;');
ends_well('unseal and old snapshot', 'unseal', $unseal, $b);
is($node->safe_psql('postgres', 'SELECT v FROM p WHERE id = 7'), '-1', 'the change is there');

# a REINDEX CONCURRENTLY that was cancelled leaves an index of the TOAST table under a name of its own
fresh('seal');
$node->safe_psql('postgres', q{ALTER TABLE p ADD COLUMN note text; ALTER TABLE p ALTER note SET STORAGE EXTERNAL; UPDATE p SET note = repeat('x', 5000) WHERE id < 20});
$b = session();
say_to($b, q{BEGIN; UPDATE p SET note = repeat('y', 5000) WHERE id < 10;});
{
	local $ENV{PGOPTIONS} = '-c statement_timeout=1s';	# it waits for the writer, who stays
	my ($code, $out, $err) = $node->psql('postgres', q{REINDEX TABLE CONCURRENTLY p});
	like($err, qr/statement timeout/, 'REINDEX CONCURRENTLY was cancelled');
}
say_to($b, 'COMMIT;');
$b->{in} .= "\\q\n";
$b->{handle}->finish;
foreach my $kind (qw(seal reseal unseal seal))
{
	my ($status, $out, $err) = $node->psql('postgres', "CALL sealstone.$kind('p')");
	is($err, '', "$kind with two indexes of the TOAST table");
	is($node->safe_psql('postgres', q{SELECT reltoastrelid::regclass::text = 'pg_toast.pg_toast_' || oid FROM pg_class WHERE oid = 'p'::regclass}), 't', 'its TOAST table has its name');
}
is($node->safe_psql('postgres', q{SELECT count(*), sum(length(note)) FROM p}), '5000|95000', 'right rows');

$node->stop;
done_testing();
