-- People, their sessions, API tokens, and what everybody did.
CREATE TABLE sealstone_console.users (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	name text NOT NULL CHECK (name ~ '^[^[:cntrl:]]{1,100}$'),
	password_hash text NOT NULL,
	role text NOT NULL CHECK (role IN ('VIEWER', 'OPERATOR', 'ADMIN')),
	disabled boolean NOT NULL DEFAULT false,
	created_at timestamptz NOT NULL DEFAULT now(),
	last_sign_in_at timestamptz
);
CREATE UNIQUE INDEX users_name ON sealstone_console.users (lower(name));
COMMENT ON TABLE sealstone_console.users IS 'People who may sign in to the console';

CREATE TABLE sealstone_console.sessions (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	secret_hash bytea NOT NULL UNIQUE,
	user_id uuid NOT NULL REFERENCES sealstone_console.users ON DELETE CASCADE,
	created_at timestamptz NOT NULL DEFAULT now(),
	last_used_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL,
	address text,
	user_agent text
);
CREATE INDEX sessions_user ON sealstone_console.sessions (user_id);
COMMENT ON TABLE sealstone_console.sessions IS 'Signed-in sessions; the secret is in the cookie, its SHA-256 here';

CREATE TABLE sealstone_console.tokens (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	name text NOT NULL CHECK (name ~ '^[^[:cntrl:]]{1,100}$'),
	prefix text NOT NULL,
	secret_hash bytea NOT NULL UNIQUE,
	owner_id uuid NOT NULL REFERENCES sealstone_console.users ON DELETE CASCADE,
	role text NOT NULL CHECK (role IN ('VIEWER', 'OPERATOR', 'ADMIN')),
	scopes text[] NOT NULL,
	databases text[],
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz,
	last_used_at timestamptz,
	revoked_at timestamptz
);
CREATE INDEX tokens_owner ON sealstone_console.tokens (owner_id);
COMMENT ON TABLE sealstone_console.tokens IS 'API tokens; shown once, their SHA-256 here';

CREATE TABLE sealstone_console.audit (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	actor text,
	actor_kind text NOT NULL,
	actor_id uuid,
	role text,
	action text NOT NULL,
	face text NOT NULL,
	database text,
	target text,
	arguments jsonb,
	sql text[] NOT NULL DEFAULT '{}',
	outcome text NOT NULL CHECK (outcome IN ('INTENT', 'SUCCEEDED', 'FAILED', 'REFUSED')),
	error_code text,
	error_message text,
	operation text,
	address text,
	request_id text,
	finished_at timestamptz
);
CREATE INDEX audit_actor ON sealstone_console.audit (actor_id, id);
COMMENT ON TABLE sealstone_console.audit IS 'Every change asked for: written before it is done, completed afterwards';
