# A standby answers rightly while partitions are sealed, resealed, unsealed on its primary; only a query open on the very
# partition is in the way of the swap's replay. Promoted amid a seal, it finds the heap, and seals it itself.
# Logical decoding sees the users' changes once, and nothing of the rebuilding.

use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 'logical');
$primary->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
});
$primary->start;
$primary->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
CREATE TABLE p (id int PRIMARY KEY, ts timestamptz, v int, big text);
CREATE INDEX ON p (v);
CREATE TABLE other (x int);
INSERT INTO other VALUES (1);
INSERT INTO p SELECT i, timestamptz '2026-01-01' + i * interval '1 s', i % 10, CASE WHEN i % 100 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 100) g) END
	FROM generate_series(1, 20000) i;
CREATE PUBLICATION everything FOR ALL TABLES;
SELECT pg_create_logical_replication_slot('seen', 'pgoutput');
});
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->append_conf('postgresql.conf', q{
max_standby_streaming_delay = 200ms
hot_standby_feedback = off
});
$standby->start;

my $digest = q{SELECT count(*), md5(string_agg(p::text, ',' ORDER BY id)) FROM p};
my $amname = q{SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.oid = 'p'::regclass};

sub level
{
	my ($name) = @_;
	$primary->wait_for_catchup($standby);
	is($standby->safe_psql('postgres', $digest), $primary->safe_psql('postgres', $digest), "$name: same rows");
	is($standby->safe_psql('postgres', $amname), $primary->safe_psql('postgres', $amname), "$name: same access method");
	is($standby->safe_psql('postgres', q{SET enable_seqscan = off; SET enable_bitmapscan = off; SELECT v FROM p WHERE id = 77}),
		$primary->safe_psql('postgres', q{SELECT v FROM p WHERE id = 77}), "$name: by index");
}

sub session
{
	my ($node) = @_;
	my %session = (in => '', out => '', err => '');
	$session{handle} = IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr('postgres'), '-f', '-' ],
		'<', \$session{in}, '>', \$session{out}, '2>', \$session{err},
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	return \%session;
}

sub say_to
{
	my ($session, $sql) = @_;
	my $before = length $session->{out};
	$session->{in} .= "$sql\n\\echo done\n";
	$session->{handle}->pump until substr($session->{out}, $before) =~ /done\n$/;
	return substr($session->{out}, $before);
}

level('heap');
$primary->safe_psql('postgres', q{CALL sealstone.seal('p')});
level('sealed');
$primary->safe_psql('postgres', q{UPDATE p SET v = 100 WHERE id % 50 = 27; DELETE FROM p WHERE id % 50 = 3; INSERT INTO p VALUES (50001, '2026-02-01', 1, repeat('x', 5000))});
level('late rows');

# a query open on the partition is subject to the delay, one elsewhere is not
my $on_p = session($standby);
my $elsewhere = session($standby);
say_to($on_p, q{BEGIN; DECLARE c CURSOR FOR SELECT * FROM p; FETCH 1 FROM c;});
say_to($elsewhere, q{BEGIN; DECLARE c CURSOR FOR SELECT * FROM other; FETCH 1 FROM c;});
$primary->safe_psql('postgres', q{CALL sealstone.reseal('p')});
$primary->wait_for_catchup($standby);
say_to($elsewhere, q{FETCH 1 FROM c; COMMIT;});
is($elsewhere->{err}, '', 'a query elsewhere goes on');
$on_p->{in} .= "FETCH ALL FROM c;\n\\echo done\n";
eval { $on_p->{handle}->pump until $on_p->{out} =~ /done\n.*done\n$/s || $on_p->{err} =~ /conflict|terminating/; };
like($on_p->{err}, qr/conflict with recovery/, 'a query on the partition gives way');
foreach my $session ($on_p, $elsewhere) { $session->{in} .= "\\q\n"; eval { $session->{handle}->finish; }; }
level('resealed');

$primary->safe_psql('postgres', q{DELETE FROM p WHERE id % 50 = 4; CALL sealstone.unseal('p')});
level('unsealed');

# what was decoded: 400 updates, 800 deletes, one insert of p, and no row of any other relation
my $messages = q{SELECT chr(get_byte(data, 0)) AS kind, count(*) FROM pg_logical_slot_get_binary_changes('seen', NULL, NULL, 'proto_version', '1', 'publication_names', 'everything')
	WHERE chr(get_byte(data, 0)) IN ('I', 'U', 'D', 'T') GROUP BY 1 ORDER BY 1};
is($primary->safe_psql('postgres', $messages), "D|800\nI|1\nU|400", 'decoded once, and nothing else');

# a snapshot on the standby from before changes and swap
my $old = session($standby);
say_to($old, q{BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other;});
$primary->safe_psql('postgres', q{UPDATE p SET v = 7 WHERE id = 77; CALL sealstone.seal('p')});
$primary->wait_for_catchup($standby);
$old->{in} .= "SELECT 'v=' || v FROM p WHERE id = 77;\n\\echo done\n";
eval { $old->{handle}->pump until $old->{out} =~ /done\n.*done\n$/s || $old->{err} =~ /terminating/; };
ok($old->{err} =~ /could not serialize access|conflict with recovery|terminating/ || $old->{out} =~ /v=100/,
	'an old snapshot on the standby is refused, or right');
unlike($old->{out}, qr/v=7$/m, 'and never wrong');
$old->{in} .= "\\q\n";
eval { $old->{handle}->finish; };

# promotion in mid-seal
my ($rc) = $primary->psql('postgres', q{SET sealstone.stop_points = 'seal_read:wait'});
SKIP:
{
	skip 'needs a build with STOP_POINTS=1', 4 if $rc != 0;
	$primary->safe_psql('postgres', q{CALL sealstone.unseal('p')});
	my $holder = session($primary);
	say_to($holder, q{SELECT sealstone.stop_point_hold('seal_written');});
	my ($out, $err) = ('', '');
	my $seal = IPC::Run::start(
		[ 'psql', '-X', '-d', $primary->connstr('postgres'), '-c', q{SET sealstone.stop_points = 'seal_written:wait'}, '-c', q{CALL sealstone.seal('p')} ],
		'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$primary->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
	my $expected = $primary->safe_psql('postgres', $digest);
	$primary->wait_for_catchup($standby);
	$standby->promote;
	is($standby->safe_psql('postgres', $digest), $expected, 'promoted in mid-seal: the heap, whole');
	$standby->safe_psql('postgres', q{CALL sealstone.seal('p')});
	is($standby->safe_psql('postgres', $digest), $expected, 'promoted: sealed there');
	is($standby->safe_psql('postgres', $amname), 'sealstone', 'promoted: sealed indeed');
	is($standby->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'build%'}), '0', 'promoted: what the other had begun is gone');
	$holder->{in} .= "\\q\n";
	eval { $holder->{handle}->finish; };
	eval { $seal->finish; };
}

$standby->stop;
$primary->stop('immediate');
done_testing();
