# pg_upgrade carries sealed partitions over, by copy and by link: columns, late and changed rows, whole indexes, series and
# rollups are what they were, and go on being sealed, resealed and unsealed.
#
# SEALSTONE_OLD_INSTALL: an installation of an older major version with this extension. Without one there is nothing to
# upgrade from; `npm test -- --pg 17` and `18` make one of the version before where its server is at hand.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'SEALSTONE_OLD_INSTALL is not set' unless $ENV{SEALSTONE_OLD_INSTALL};

my $settings = q{
shared_preload_libraries = 'sealstone'
autovacuum = off
max_worker_processes = 4
};

my $old = PostgreSQL::Test::Cluster->new('old', install_path => $ENV{SEALSTONE_OLD_INSTALL});
$old->init(extra => ['-k']);
$old->append_conf('postgresql.conf', $settings);
$old->start;
$old->safe_psql('postgres', q{
CREATE EXTENSION sealstone;
SELECT sealstone.pause_all();
CREATE TABLE s (ts timestamptz NOT NULL, host text NOT NULL, v int, big text, PRIMARY KEY (host, ts));
CREATE INDEX ON s (v);
SELECT sealstone.create_series('s', 'ts', '1 day', premake => 0);
SELECT sealstone.make_partitions('s', '2026-01-01', '2026-01-05');
INSERT INTO s SELECT timestamptz '2026-01-01' + i * interval '30 s', 'host_' || i % 7, i,
	CASE WHEN i % 100 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 100) g) END
	FROM generate_series(0, 11519) i;
SELECT sealstone.set_sealing('s', interval '1 hour', keep_indexes => true);
SELECT sealstone.create_rollup('hourly', 's', interval '1 hour', 'host, avg(v), max(v)', 'host');
});
$old->safe_psql('postgres', q{CALL sealstone.seal_eligible('s')});
$old->safe_psql('postgres', q{
CREATE TABLE plain (id int PRIMARY KEY, v text);
INSERT INTO plain SELECT i, repeat('x', i % 50) FROM generate_series(1, 5000) i;
CREATE TABLE untouched USING sealstone AS SELECT i FROM generate_series(1, 100) i;
});
$old->safe_psql('postgres', q{CALL sealstone.seal('plain', '{id}', 'zstd')});
$old->safe_psql('postgres', q{
INSERT INTO s SELECT timestamptz '2026-01-02 00:00:01' + i * interval '30 s', 'late', i, repeat(md5(i::text), 200) FROM generate_series(1, 500) i;
UPDATE s SET v = -v WHERE v % 50 = 0;
DELETE FROM s WHERE v % 97 = 3;
UPDATE plain SET v = 'new' WHERE id % 10 = 0;
DELETE FROM plain WHERE id % 10 = 1;
ALTER TABLE plain ADD COLUMN w int DEFAULT 7;
});
$old->safe_psql('postgres', 'VACUUM (FREEZE) plain');

my %question = (
	rows => q{SELECT count(*), md5(string_agg(s::text, ',' ORDER BY host, ts)) FROM s},
	plain => q{SELECT count(*), md5(string_agg(p::text, ',' ORDER BY id)) FROM plain p},
	'by key' => q{SET enable_seqscan = off; SELECT v FROM s WHERE host = 'host_3' AND ts = '2026-01-02 00:00:00+00'},
	'by whole index' => q{SET sealstone.enable_column_scan = off; SET enable_seqscan = off; SELECT count(*) FROM s WHERE v BETWEEN 4000 AND 4100},
	'last of each host' => q{SELECT DISTINCT ON (host) host, ts, v FROM s ORDER BY host, ts DESC},
	rollup => q{SELECT count(*), sum(max) FROM hourly},
	methods => q{SELECT c.relname, amname FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE c.relkind = 'r' AND amname = 'sealstone' ORDER BY 1},
	untouched => q{SELECT count(*), sum(i) FROM untouched},
	groups => q{SELECT sum(rows), sum(superseded) FROM pg_inherits, sealstone.row_groups(inhrelid) WHERE inhparent = 's'::regclass},
);
my %answer = map { $_ => $old->safe_psql('postgres', $question{$_}) } keys %question;
like($answer{methods}, qr/plain\|sealstone/, 'there is something sealed to carry over');
$old->stop;

foreach my $mode ('--copy', '--link')
{
	my $name = substr($mode, 2);
	my $new = PostgreSQL::Test::Cluster->new("new_$name");

	$new->init(extra => ['-k']);
	$new->append_conf('postgresql.conf', $settings);
	chdir $PostgreSQL::Test::Utils::tmp_check;
	command_ok([
			'pg_upgrade', '--no-sync', '-d', $old->data_dir, '-D', $new->data_dir,
			'-b', "$ENV{SEALSTONE_OLD_INSTALL}/bin", '-B', $new->config_data('--bindir'), '-s', $new->host,
			'-p', $old->port, '-P', $new->port, ($mode eq '--link' ? $mode : ())
		], "$name: pg_upgrade");
	$new->start;
	is($new->safe_psql('postgres', $question{$_}), $answer{$_}, "$name: $_") foreach sort keys %question;
	is($new->safe_psql('postgres', q{SELECT count(*) FROM pg_class c, sealstone.check_partition(c.oid) WHERE relam = (SELECT oid FROM pg_am WHERE amname = 'sealstone') AND relkind = 'r' AND relname <> 'untouched'}),
		'0', "$name: every checksum holds");
	is($new->safe_psql('postgres', q{SELECT count(*) FROM sealstone.partition_info WHERE relation = 's'::regclass AND state = 'sealed'}),
		'4', "$name: the views know them");

	# and on it goes
	$new->safe_psql('postgres', "CALL sealstone.reseal('$_')")
		foreach split /\n/, $new->safe_psql('postgres', q{SELECT partition FROM sealstone.partition_info WHERE relation = 's'::regclass AND state = 'sealed'});
	is($new->safe_psql('postgres', $question{$_}), $answer{$_}, "$name: $_, after a reseal") foreach ('rows', 'by key', 'by whole index', 'last of each host');
	$new->safe_psql('postgres', q{UPDATE plain SET v = 'newer' WHERE id = 2; INSERT INTO plain VALUES (6000, 'late')});
	is($new->psql('postgres', q{INSERT INTO plain VALUES (2, 'twice')}), 3, "$name: the key is whole");
	is($new->safe_psql('postgres', q{SELECT v FROM plain WHERE id IN (2, 6000) ORDER BY id}), "newer\nlate", "$name: changes");
	$new->safe_psql('postgres', 'CALL sealstone.unseal_all()');
	is($new->safe_psql('postgres', $question{rows}), $answer{rows}, "$name: unsealed");
	$new->stop;
}

done_testing();
