# What administrators do to a database with sealed partitions: pg_dump in every format and back, tablespaces, pg_checksums, a crash with
# unlogged ones.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('tools');
$node->init(extra => ['-k']);
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
});
$node->start;
my $elsewhere = PostgreSQL::Test::Utils::tempdir();
$node->safe_psql('postgres', "CREATE TABLESPACE elsewhere LOCATION '$elsewhere'");
$node->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
SELECT sealstone.pause_all();
CREATE TABLE p (id int, ts timestamptz NOT NULL, host text NOT NULL, v int, big text, PRIMARY KEY (host, ts)) PARTITION BY RANGE (ts);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
CREATE INDEX ON p (v);
INSERT INTO p SELECT i, timestamptz '2026-01-01' + i * interval '20 s', 'host_' || i % 7, i % 100,
	CASE WHEN i % 100 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 100) g) END
	FROM generate_series(0, 8639) i;
CREATE UNLOGGED TABLE u (id int PRIMARY KEY, v text);
INSERT INTO u SELECT i, 'v' || i FROM generate_series(1, 3000) i;
});
$node->safe_psql('postgres', "CALL sealstone.seal('$_')") foreach ('p1', 'p2', 'u');
$node->safe_psql('postgres', q{
INSERT INTO p SELECT i, timestamptz '2026-01-01 00:00:01' + i * interval '20 s', 'late', i, repeat(md5(i::text), 200) FROM generate_series(1, 300) i;
UPDATE p SET v = -v WHERE id % 50 = 0;
DELETE FROM p WHERE id % 97 = 3;
});
my $rows = q{SELECT count(*), md5(string_agg(p::text, ',' ORDER BY host, ts)) FROM p};
my $by_key = q{SET enable_seqscan = off; SELECT id FROM p WHERE host = 'host_5' AND ts = '2026-01-01 00:04:00+00'};
my $method = q{SELECT string_agg(DISTINCT amname, ',') FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE relname IN ('p1', 'p2')};
my $sealed = q{SELECT count(*) > 0 FROM sealstone.row_groups('p1')};
my $expected = $node->safe_psql('postgres', $rows);
my $expected_key = $node->safe_psql('postgres', $by_key);
is($expected_key, '12', 'a row by its key');

# --- pg_dump and back -------------------------------------------------------------------------

my $dir = PostgreSQL::Test::Utils::tempdir();
foreach my $format ('custom', 'directory', 'tar', 'plain')
{
	my $file = "$dir/$format";
	my @jobs = $format eq 'directory' ? ('-j', 2) : ();

	$node->command_ok([ 'pg_dump', '-F', $format, @jobs, '-f', $file, 'postgres' ], "$format: pg_dump");
	$node->safe_psql('postgres', "CREATE DATABASE $format");
	if ($format eq 'plain')
	{
		$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $format ], "$format: psql");
	}
	else
	{
		@jobs = ('-j', 2) if $format eq 'custom';
		$node->command_ok([ 'pg_restore', @jobs, '--exit-on-error', '-d', $format, $file ], "$format: pg_restore");
	}
	is($node->safe_psql($format, $rows), $expected, "$format: the same rows, each once");
	is($node->safe_psql($format, $by_key), $expected_key, "$format: by key");
	is($node->safe_psql($format, $sealed), 'f', "$format: heaps until sealed again");
	$node->safe_psql($format, "CALL sealstone.seal('$_')") foreach ('p1', 'p2');
	is($node->safe_psql($format, "$rows; $sealed"), "$expected\nt", "$format: sealed again");
	$node->safe_psql('postgres', "DROP DATABASE $format");
}
$node->command_ok([ 'pg_dump', '--data-only', '--inserts', '-t', 'p2', '-f', "$dir/inserts", 'postgres' ], 'pg_dump of rows alone');
is(scalar(grep { /^INSERT INTO/ } split /\n/, slurp_file("$dir/inserts")), $node->safe_psql('postgres', 'SELECT count(*) FROM p2'), 'as many rows as there are');

# --- tablespaces --------------------------------------------------------------------------------

my $place = q{SELECT count(*), count(NULLIF(pg_relation_filepath(c.oid) LIKE 'pg_tblspc/%', false)) FROM pg_class c
	WHERE c.oid = 'p1'::regclass OR c.oid = (SELECT reltoastrelid FROM pg_class WHERE oid = 'p1'::regclass)};
$node->safe_psql('postgres', 'ALTER TABLE p1 SET TABLESPACE elsewhere');
is($node->safe_psql('postgres', $place), '2|2', 'moved, with its TOAST table');
is($node->safe_psql('postgres', "$rows; $sealed"), "$expected\nt", 'and still sealed');
$node->safe_psql('postgres', "CALL sealstone.reseal('p1')");
is($node->safe_psql('postgres', "$place; $rows"), "2|2\n$expected", 'resealed where it is');
$node->safe_psql('postgres', "CALL sealstone.unseal('p1')");
is($node->safe_psql('postgres', "$place; $rows"), "2|2\n$expected", 'unsealed where it is');
$node->safe_psql('postgres', "CALL sealstone.seal('p1')");
is($node->safe_psql('postgres', "$place; $rows; $by_key"), "2|2\n$expected\n$expected_key", 'sealed where it is');
$node->safe_psql('postgres', 'ALTER INDEX p1_pkey SET TABLESPACE elsewhere');
is($node->safe_psql('postgres', "$by_key"), $expected_key, 'its index moves alone');
$node->safe_psql('postgres', 'VACUUM FULL p1');
is($node->safe_psql('postgres', "$place; $rows"), "2|2\n$expected", 'compacted where it is');
$node->safe_psql('postgres', 'ALTER TABLE p1 SET TABLESPACE pg_default');
is($node->safe_psql('postgres', "$place; $rows"), "2|0\n$expected", 'and back');

# --- pg_checksums ---------------------------------------------------------------------------------

$node->stop;
$node->command_ok([ 'pg_checksums', '--check', '-D', $node->data_dir ], 'every page has its checksum');
$node->command_ok([ 'pg_checksums', '--disable', '-D', $node->data_dir ], 'checksums off');
$node->command_ok([ 'pg_checksums', '--enable', '-D', $node->data_dir ], 'checksums on');
$node->start;
is($node->safe_psql('postgres', $rows), $expected, 'the same rows');

# --- a crash empties what is unlogged ---------------------------------------------------------------

is($node->safe_psql('postgres', 'SELECT count(*) FROM u'), '3000', 'unlogged, and there');
$node->stop('immediate');
$node->start;
is($node->safe_psql('postgres', $rows), $expected, 'logged rows survive the crash');
is($node->safe_psql('postgres', 'SELECT count(*) FROM u'), '0', 'unlogged ones do not');
$node->safe_psql('postgres', q{INSERT INTO u VALUES (1, 'again')});
is($node->psql('postgres', q{INSERT INTO u VALUES (1, 'twice')}), 3, 'its key works');
$node->safe_psql('postgres', q{CALL sealstone.reseal('u')});
is($node->safe_psql('postgres', 'TABLE u'), '1|again', 'and it is sealed again');
$node->stop;

done_testing();
