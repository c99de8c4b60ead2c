# kill -9 at every stop point, and at random moments, of seal, reseal and unseal, while others write: after
# recovery the table equals its heap twin, nothing is left behind, and a retry succeeds.
#
# SEALSTONE_KILLS=n: so many random kills (default 3; a release takes 100).

use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(usleep);

# a psql that meets a server which is away ends before it reads what it is sent
$SIG{PIPE} = 'IGNORE';

my $kills = $ENV{SEALSTONE_KILLS} // 3;

my $node = PostgreSQL::Test::Cluster->new('kill');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
restart_after_crash = on
autovacuum = off
fsync = off
log_min_messages = warning
});
$node->start;
$node->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
CREATE TABLE p (id bigint PRIMARY KEY, ts timestamptz NOT NULL, host text NOT NULL, v int, big text);
CREATE INDEX ON p (host, ts);
CREATE INDEX ON p (v);
CREATE TABLE twin (LIKE p INCLUDING INDEXES);
INSERT INTO p SELECT i, timestamptz '2026-01-01' + i * interval '1 s', 'host_' || i % 10, i,
	CASE WHEN i % 500 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 100) g) END
	FROM generate_series(1, 20000) i;
INSERT INTO twin SELECT * FROM p;
CREATE SEQUENCE ids START 1000000;

-- the same change to both tables, one transaction each; some roll back
CREATE PROCEDURE load(n int) LANGUAGE plpgsql AS $$
DECLARE
	what int;
	victim bigint;
	t text;
BEGIN
	FOR i IN 1 .. n LOOP
		what := floor(random() * 6);
		victim := floor(random() * 20000);
		FOREACH t IN ARRAY ARRAY['p', 'twin'] LOOP
			IF what = 0 THEN
				EXECUTE format('INSERT INTO %I VALUES ($1, $2, $3, 1, CASE WHEN $1 %% 20 = 0 THEN repeat(md5($1::text), 200) END)', t)
					USING 1000000 + (i + pg_backend_pid() * 1000000::bigint), '2026-01-02'::timestamptz + i * interval '1 s', 'host_' || i % 12;
			ELSIF what = 1 THEN
				EXECUTE format('DELETE FROM %I WHERE id = $1', t) USING victim;
			ELSIF what = 2 THEN
				EXECUTE format('UPDATE %I SET ts = ts + interval ''1 us'' WHERE id = $1', t) USING victim;
			ELSE
				EXECUTE format('UPDATE %I SET v = v + 1 WHERE id = $1', t) USING victim;
			END IF;
		END LOOP;
		IF what = 5 THEN ROLLBACK; ELSE COMMIT; END IF;
	END LOOP;
END $$;
});

my $connstr = $node->connstr('postgres');
my @loads;

# A psql without standard input, so that it cannot fail for being gone; returns whether it succeeded, and its output.
sub query
{
	my @commands = @_;
	my ($out, $err) = ('', '');
	my $done = eval {
		IPC::Run::run([ 'psql', '-X', '-q', '-A', '-t', '-d', $connstr, map { ('-c', $_) } @commands ],
			'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	};
	chomp $out;
	return ($done, $out);
}

# Ask until the answer is the one wanted, while the server may be down.
sub wait_for
{
	my ($sql, $wanted) = @_;
	my $end = time() + $PostgreSQL::Test::Utils::timeout_default;
	while (time() < $end)
	{
		my ($done, $out) = query($sql);
		return if $done && $out eq $wanted;
		usleep(100_000);
	}
	die "no \"$wanted\" for $sql";
}

# It changes with every restart after a crash.
my $checkpointer;

sub note_checkpointer
{
	my $done;
	for (1 .. 600)
	{
		($done, $checkpointer) = query(q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'});
		return if $done && $checkpointer;
		usleep(100_000);
	}
	die 'no checkpointer';
}
note_checkpointer();

# psql in the background, its output thrown away
sub background
{
	my @commands = @_;
	my $sink = '';
	return IPC::Run::start(
		[ 'psql', '-X', '-q', '-d', $connstr, map { ('-c', $_) } @commands ],
		'<', \undef, '>', \$sink, '2>', \$sink, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
}

sub start_load
{
	push @loads, background('CALL load(100000)') for 1 .. 2;
}

sub stop_load
{
	$node->safe_psql('postgres', q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CALL load%' AND pid <> pg_backend_pid()});
	foreach my $load (@loads) { eval { $load->finish; }; }
	@loads = ();
	wait_for(q{SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE 'CALL load%' AND pid <> pg_backend_pid()}, 't');
}

sub wait_for_restart
{
	foreach my $load (@loads) { eval { $load->finish; }; }
	@loads = ();
	# the old checkpointer may answer for a moment more
	wait_for(qq{SELECT pid <> $checkpointer FROM pg_stat_activity WHERE backend_type = 'checkpointer'}, 't');
	note_checkpointer();
}

# Whether the server restarts after a kill: one that hit a backend just as it left by itself, its work done, may not
# have taken the server down with it.
sub restarts
{
	my ($seconds) = @_;
	my $end = time() + $seconds;
	while (time() < $end)
	{
		my ($done, $pid) = query(q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'});
		return 1 if $done && $pid && $pid ne $checkpointer;
		usleep(100_000);
	}
	return 0;
}

sub differences
{
	return $node->safe_psql('postgres', q{
		SELECT (SELECT count(*) FROM (SELECT * FROM p EXCEPT ALL SELECT * FROM twin) x),
			(SELECT count(*) FROM (SELECT * FROM twin EXCEPT ALL SELECT * FROM p) x)});
}

# A crash between the creation of the transient relation and its commit leaves what one amid CREATE TABLE does: files that no
# catalog row names, none larger than the one page of an empty index. Set once a kill may have met that moment.
my $uncommitted_pages = 0;

# Files of the database that belong to no relation.
sub orphans
{
	$node->safe_psql('postgres', 'CHECKPOINT');
	my $database = $node->safe_psql('postgres', q{SELECT oid FROM pg_database WHERE datname = 'postgres'});
	my %known = map { $_ => 1 } split /\n/, $node->safe_psql('postgres', 'SELECT pg_relation_filenode(oid) FROM pg_class WHERE pg_relation_filenode(oid) IS NOT NULL');
	my @orphans;
	foreach my $file (slurp_dir($node->data_dir . "/base/$database"))
	{
		next unless $file =~ /^(\d+)(_|\.|$)/;
		next if $known{$1};
		my $size = -s ($node->data_dir . "/base/$database/$file");
		next unless $size;    # unlinked at the next checkpoint
		next if $size <= 8192 && $uncommitted_pages;
		push @orphans, "$file ($size bytes)";
	}
	return join(' ', @orphans);
}

sub state_of
{
	return $node->safe_psql('postgres', q{SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.oid = 'p'::regclass});
}

# Bring p into the state in which an operation makes sense.
sub prepare
{
	my ($kind) = @_;
	my $wanted = $kind eq 'seal' ? 'heap' : 'sealstone';
	return if state_of() eq $wanted;
	$node->safe_psql('postgres', $wanted eq 'heap' ? q{CALL sealstone.unseal('p')} : q{CALL sealstone.seal('p')});
}

sub check_and_retry
{
	my ($kind, $name) = @_;
	is(differences(), '0|0', "$name: equal after recovery");
	start_load();
	$node->safe_psql('postgres', qq{SET sealstone.lock_timeout = '60s'; CALL sealstone.$kind('p')});
	stop_load();
	is(differences(), '0|0', "$name: equal after the retry");
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'build%'}), '0', "$name: no table left");
	is(orphans(), '', "$name: no file left");
}

my @points = qw(seal_prepared seal_transient_created seal_batch_read seal_read seal_writing seal_written seal_index_built
  seal_caught_up seal_before_lock seal_locked seal_swapped seal_committed seal_dropped);
my @kinds = qw(seal reseal unseal);

my ($rc, $out, $err) = $node->psql('postgres', q{SET sealstone.stop_points = 'seal_read:wait'});
if ($rc != 0)
{
	plan skip_all => 'needs a build with STOP_POINTS=1';
}

# each point with one kind, so that each kind meets several; all with SEALSTONE_KILLS set high
foreach my $i (0 .. $#points)
{
	foreach my $k (0 .. 2)
	{
		next if $kills < 50 && ($i + 1) % 3 != $k;
		my ($point, $kind) = ($points[$i], $kinds[$k]);
		prepare($kind);
		start_load();
		my ($survived) = query(q{SET sealstone.lock_timeout = '60s'}, "SET sealstone.stop_points = '$point:kill'", "CALL sealstone.$kind('p')");
		ok(!$survived, "$kind killed at $point: it was");
		wait_for_restart();
		check_and_retry($kind, "$kind killed at $point");
	}
}

$uncommitted_pages = 1;
prepare('seal');
start_load();
my ($made) = query(q{SET sealstone.lock_timeout = '60s'}, q{SET sealstone.stop_points = 'seal_transient_made:kill'}, q{CALL sealstone.seal('p')});
ok(!$made, 'seal killed at seal_transient_made: it was');
wait_for_restart();
check_and_retry('seal', 'seal killed at seal_transient_made');

foreach my $i (1 .. $kills)
{
	my $kind = $kinds[ $i % 3 ];
	prepare($kind);
	start_load();
	my $operation = background(q{SET sealstone.lock_timeout = '60s'}, "CALL sealstone.$kind('p')");
	my $pid;
	foreach (1 .. 200)
	{
		(undef, $pid) = query(q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'CALL sealstone%' AND pid <> pg_backend_pid()});
		last if $pid;
		usleep(5_000);
	}
	usleep(int(rand(400_000)));
	my $killed = $pid && kill('KILL', $pid);
	my $ended_well = eval { $operation->finish; };
	$killed && restarts($ended_well ? 5 : $PostgreSQL::Test::Utils::timeout_default) ? wait_for_restart() : stop_load();
	check_and_retry($kind, "$kind killed at random ($i)");
}

$node->stop;
done_testing();
