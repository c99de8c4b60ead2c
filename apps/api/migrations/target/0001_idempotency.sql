-- Answers by idempotency key, committed together with the work they answer.
CREATE TABLE sealstone_console.idempotency (
	key_hash bytea PRIMARY KEY,
	principal text NOT NULL,
	mutation text NOT NULL,
	arguments_hash bytea NOT NULL,
	answer jsonb,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotency_created ON sealstone_console.idempotency (created_at);
COMMENT ON TABLE sealstone_console.idempotency IS 'Answers of the API''s mutations by idempotency key, kept for seven days';
