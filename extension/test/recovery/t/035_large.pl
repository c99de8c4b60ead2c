# A value of many megabytes, one that no codec makes smaller and one that any does: sealed, checked, relocated, resealed,
# unsealed, and after a crash.
#
# SEALSTONE_LARGE_MB: how large (default 8; a release takes 100).

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $bytes = ($ENV{SEALSTONE_LARGE_MB} || 8) * 1024 * 1024;
my $node = PostgreSQL::Test::Cluster->new('large');
$node->init;
$node->append_conf('postgresql.conf', q{
shared_preload_libraries = 'sealstone'
autovacuum = off
fsync = off
});
$node->start;
$node->safe_psql('postgres', qq{
CREATE EXTENSION sealstone;
CREATE TABLE t (id int PRIMARY KEY, b bytea, note text);
INSERT INTO t SELECT i, NULL, 'n' || i FROM generate_series(1, 100) i;
INSERT INTO t SELECT 101, decode(string_agg(md5(i::text), ''), 'hex'), 'random' FROM generate_series(1, $bytes / 16) i;
INSERT INTO t VALUES (102, convert_to(repeat('sealston', $bytes / 8), 'UTF8'), 'even');
CREATE TABLE twin AS SELECT id, length(b) AS length, md5(b) AS md5 FROM t WHERE b IS NOT NULL;
});
my $same = q{SELECT string_agg(id || ' ' || (t.b IS NOT NULL AND length(t.b) = length AND md5(t.b) = md5), ', ' ORDER BY id) FROM t JOIN twin USING (id)};
my $right = '101 true, 102 true';

is($node->safe_psql('postgres', "SELECT min(length), max(length) FROM twin"), "$bytes|$bytes", 'as large as asked');
$node->safe_psql('postgres', q{CALL sealstone.seal('t', ARRAY['id'])});
is($node->safe_psql('postgres', $same), $right, 'sealed');
is($node->safe_psql('postgres', q{SELECT count(*) FROM sealstone.check_partition('t')}), '0', 'every checksum holds');
$node->safe_psql('postgres', q{UPDATE t SET note = 'moved' WHERE id >= 101});
is($node->safe_psql('postgres', $same), $right, 'relocated');
$node->safe_psql('postgres', q{CALL sealstone.reseal('t', codec => 'zstd')});
$node->stop('immediate');
$node->start;
is($node->safe_psql('postgres', $same), $right, 'resealed, and after a crash');
$node->safe_psql('postgres', 'VACUUM FULL t');
is($node->safe_psql('postgres', $same), $right, 'compacted');
$node->safe_psql('postgres', q{CALL sealstone.unseal('t')});
is($node->safe_psql('postgres', $same), $right, 'unsealed');
$node->stop;

done_testing();
