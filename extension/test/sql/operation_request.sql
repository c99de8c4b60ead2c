-- operations: queued by one session, done by the workers, seen by all
SET client_min_messages = warning;
CREATE SCHEMA operation_request;
SET search_path = operation_request, public;
CREATE PROCEDURE await(operation bigint) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1..1200 LOOP
		EXIT WHEN (SELECT state IN ('succeeded', 'failed', 'cancelled') FROM sealstone.operations WHERE id = operation);
		COMMIT;
		PERFORM pg_sleep(0.05);
	END LOOP;
END $$;
SELECT preloaded, launcher_pid IS NOT NULL AS launcher, paused, in_recovery, foreign_cluster, library_version = sql_version AS versions_agree FROM sealstone.worker_info;

CREATE TABLE t (ts timestamptz NOT NULL, v int);
SELECT sealstone.create_series('t', 'ts', '1 day', premake => 0);
SELECT sealstone.set_partitioning('t', premake => 3);
SELECT sealstone.request('premake', 't') AS op \gset
CALL await(:op);
SELECT kind, target, target_name, series, state, requested_by = current_user AS mine, progress, result, error_code, attempt, started_at >= requested_at AS ordered, finished_at >= started_at AS ended
FROM sealstone.operations WHERE id = :op;
SELECT count(*) FROM sealstone.partition_info WHERE relation = 't'::regclass AND state = 'live';

-- the same key and arguments give the first id again; other arguments an error
SELECT sealstone.request('analyze_sizes', 't', '{}', 'key-1') AS first \gset
SELECT sealstone.request('analyze_sizes', 't', '{}', 'key-1') = :first AS same;
\set VERBOSITY sqlstate
SELECT sealstone.request('premake', 't', '{}', 'key-1');
\set VERBOSITY default
-- a rolled-back request leaves nothing, and its key is free
BEGIN; SELECT sealstone.request('analyze_sizes', 't', '{}', 'key-2') IS NOT NULL AS asked; ROLLBACK;
SELECT sealstone.request('premake', 't', '{}', 'key-2') IS NOT NULL AS asked;
CALL await(:first);

-- a bulk request: one parent, its children, one outcome
SELECT sealstone.request_many('analyze_sizes', ARRAY['t', 't']::regclass[]) AS parent \gset
CALL await(:parent);
SELECT state, result, children, progress FROM sealstone.operations WHERE id = :parent;
SELECT count(*), bool_and(state = 'succeeded') FROM sealstone.operations WHERE parent_id = :parent;
SELECT sealstone.cancel_operation(:parent) AS cancelled_after_its_end;

-- paused: nothing starts; a queued operation is cancelled at once and can be asked for again
SELECT sealstone.pause_all();
SELECT paused FROM sealstone.worker_info;
SELECT sealstone.request('analyze_sizes', 't') AS waiting \gset
SELECT pg_sleep(1);
SELECT state FROM sealstone.operations WHERE id = :waiting;
SELECT sealstone.cancel_operation(:waiting);
SELECT state, cancel_requested, error_code FROM sealstone.operations WHERE id = :waiting;
SELECT sealstone.cancel_operation(:waiting);
SELECT sealstone.retry_operation(:waiting) AS again \gset
\set VERBOSITY sqlstate
SELECT sealstone.retry_operation(:again);
\set VERBOSITY default
SELECT sealstone.resume_all();
CALL await(:again);
SELECT state FROM sealstone.operations WHERE id = :again;

-- a target dropped before its turn
SELECT sealstone.pause_all();
CREATE TABLE gone (ts timestamptz); SELECT sealstone.create_series('gone', 'ts', premake => 0);
SELECT sealstone.request('premake', 'gone') AS op \gset
DROP TABLE gone;
SELECT sealstone.resume_all();
CALL await(:op);
SELECT state, target, target_name, error_code, error_message FROM sealstone.operations WHERE id = :op;

-- a role that loses its right before the turn of its operation
CREATE ROLE sealstone_operator;
GRANT USAGE ON SCHEMA operation_request TO sealstone_operator;
SELECT sealstone.grant_operate('t', 'sealstone_operator');
SELECT sealstone.pause_all();
SET ROLE sealstone_operator;
SELECT sealstone.request('premake', 't') AS op \gset
RESET ROLE;
SELECT sealstone.revoke_operate('t', 'sealstone_operator');
SELECT sealstone.resume_all();
CALL await(:op);
SELECT state, error_code, requested_by FROM sealstone.operations WHERE id = :op;

-- the person behind a request is taken only from roles trusted for it
SET sealstone.actor = 'ada';
SELECT sealstone.request('premake', 't') AS op \gset
SELECT actor FROM sealstone.operations WHERE id = :op;
RESET sealstone.actor;
SELECT sealstone.grant_operate('t', 'sealstone_operator');
SET SESSION AUTHORIZATION sealstone_operator;
SET sealstone.actor = 'mallory';
SELECT sealstone.request('premake', 't') AS op \gset
SELECT actor, options FROM sealstone.operations WHERE id = :op;
-- texts of others' operations are not for everyone
SELECT count(*) > 0 AS sees_them, count(options) FILTER (WHERE requested_by <> 'sealstone_operator') AS texts FROM sealstone.operations;
RESET sealstone.actor;
RESET SESSION AUTHORIZATION;
CALL await(:op);

-- jobs: run now, pause, resume
SELECT id AS job FROM sealstone.job_info WHERE relation = 't'::regclass AND kind = 'premake' \gset
SELECT sealstone.run_job(:job) AS op \gset
CALL await(:op);
SELECT state, job_id = :job AS of_the_job FROM sealstone.operations WHERE id = :op;
SELECT sealstone.update_job(:job, schedule => '2 hours', enabled => false);
SELECT schedule, enabled, paused_reason IS NOT NULL AS says_why FROM sealstone.job_info WHERE id = :job;

-- a job of another cluster waits until it is taken over
UPDATE sealstone.jobs SET system_identifier = 1 WHERE id = :job;
SELECT foreign_cluster FROM sealstone.worker_info;
SELECT paused_reason LIKE '%resume_jobs%' AS says_why FROM sealstone.job_info WHERE id = :job;
SELECT sealstone.resume_jobs();
SELECT foreign_cluster FROM sealstone.worker_info;

DROP SCHEMA operation_request CASCADE;
DROP ROLE sealstone_operator;
