# A sealed table as subscriber: changes are applied to sealed rows, by primary key and, for a table without one,
# by a search through the whole table, as on a heap.

use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = PostgreSQL::Test::Cluster->new('publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->append_conf('postgresql.conf', "fsync = off\n");
$publisher->start;
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init;
$subscriber->append_conf('postgresql.conf', "fsync = off\nshared_preload_libraries = 'sealstone'\n");
$subscriber->start;
$subscriber->safe_psql('postgres', 'CREATE EXTENSION sealstone');

for my $node ($publisher, $subscriber)
{
	$node->safe_psql('postgres', q{
CREATE TABLE keyed (id int PRIMARY KEY, v int, big text);
CREATE TABLE bare (id int, v int);
ALTER TABLE bare REPLICA IDENTITY FULL;
INSERT INTO keyed SELECT i, i, repeat('x', i % 50) FROM generate_series(1, 2000) i;
INSERT INTO bare SELECT i, i FROM generate_series(1, 1000) i;
});
}
$subscriber->safe_psql('postgres', "CALL sealstone.seal('keyed')");
$subscriber->safe_psql('postgres', "CALL sealstone.seal('bare')");
$publisher->safe_psql('postgres', 'CREATE PUBLICATION all_of_it FOR ALL TABLES');
my $connection = $publisher->connstr . ' dbname=postgres';
$subscriber->safe_psql('postgres',
	"CREATE SUBSCRIPTION sealed CONNECTION '$connection' PUBLICATION all_of_it WITH (copy_data = false)");

# a transaction in progress elsewhere must not hold up the search, nor any row be taken for locked by it
$publisher->safe_psql('postgres', q{
UPDATE keyed SET v = v + 1 WHERE id <= 50;
DELETE FROM keyed WHERE id BETWEEN 51 AND 60;
UPDATE keyed SET id = 9000 WHERE id = 70;
UPDATE keyed SET big = repeat('y', 5000) WHERE id = 71;
INSERT INTO keyed VALUES (5000, 1, 'late');
UPDATE bare SET v = -v WHERE id <= 20;
DELETE FROM bare WHERE id = 30;
UPDATE bare SET v = 0 WHERE id <= 10;
INSERT INTO bare VALUES (5000, 1);
});
$publisher->wait_for_catchup('sealed');
for my $table ('keyed', 'bare')
{
	my $query = "SELECT count(*), md5(string_agg(t::text, '|' ORDER BY id)) FROM $table t";
	is($subscriber->safe_psql('postgres', $query), $publisher->safe_psql('postgres', $query), "$table is the same on both");
}

# and once more after a reseal
$subscriber->safe_psql('postgres', "CALL sealstone.reseal('keyed')");
$publisher->safe_psql('postgres', 'UPDATE keyed SET v = 7 WHERE id % 3 = 0; DELETE FROM keyed WHERE id % 100 = 1');
$publisher->wait_for_catchup('sealed');
my $query = "SELECT count(*), md5(string_agg(t::text, '|' ORDER BY id)) FROM keyed t";
is($subscriber->safe_psql('postgres', $query), $publisher->safe_psql('postgres', $query), 'keyed is the same after a reseal');

$subscriber->stop;
$publisher->stop;
done_testing();
