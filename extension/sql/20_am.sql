-- The table access method. A relation USING sealstone that was never sealed is a plain heap.

CREATE FUNCTION sealstone.table_handler(internal) RETURNS table_am_handler
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_table_handler';
COMMENT ON FUNCTION sealstone.table_handler(internal) IS 'Callbacks of the table access method sealstone';

CREATE ACCESS METHOD sealstone TYPE TABLE HANDLER sealstone.table_handler;
COMMENT ON ACCESS METHOD sealstone IS 'Heap for live partitions, column store with a heap for late rows when sealed';
