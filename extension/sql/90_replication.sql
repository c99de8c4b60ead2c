-- A publication FOR ALL TABLES takes in the tables of the extension, which say what is true of the publisher alone: its partitions, jobs,
-- operations, history. A subscriber that has the extension lets none of it into its own. Must come after every table.

CREATE FUNCTION sealstone.not_replicated() RETURNS trigger
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_not_replicated';
COMMENT ON FUNCTION sealstone.not_replicated() IS
	'Trigger on the tables of the extension: what a logical replication worker would write into them is passed over.';

DO $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT c.relname FROM pg_catalog.pg_class c WHERE c.relnamespace = 'sealstone'::pg_catalog.regnamespace AND c.relkind = 'r' ORDER BY 1 LOOP
		EXECUTE pg_catalog.format('CREATE TRIGGER sealstone_not_replicated BEFORE INSERT OR UPDATE OR DELETE ON sealstone.%I'
			' FOR EACH ROW EXECUTE FUNCTION sealstone.not_replicated()', name);
		EXECUTE pg_catalog.format('ALTER TABLE sealstone.%I ENABLE REPLICA TRIGGER sealstone_not_replicated', name);
	END LOOP;
END $$;
