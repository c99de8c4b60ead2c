-- who may operate a series may run the jobs of its rollups as well; nobody else may
SET client_min_messages = warning;
CREATE ROLE job_operator_owner; CREATE ROLE job_operator_one; CREATE ROLE job_operator_other;
GRANT USAGE ON SCHEMA sealstone TO job_operator_owner, job_operator_one, job_operator_other;
CREATE SCHEMA job_operator AUTHORIZATION job_operator_owner;
GRANT USAGE ON SCHEMA job_operator TO job_operator_one, job_operator_other;
SELECT sealstone.pause_all();
SET ROLE job_operator_owner;
CREATE TABLE job_operator.t (ts timestamptz NOT NULL, v int);
SELECT sealstone.create_series('job_operator.t', 'ts', partition_interval => '1 day', premake => 0);
SELECT sealstone.create_rollup('job_operator.r', 'job_operator.t', bucket => '1 hour', select_list => 'sum(v) AS v');
SELECT sealstone.grant_operate('job_operator.t', 'job_operator_one');
RESET ROLE;
SELECT id AS refresh FROM sealstone.job_info WHERE relation = 'job_operator.r'::regclass \gset
SELECT id AS premake FROM sealstone.job_info WHERE relation = 'job_operator.t'::regclass AND kind = 'premake' \gset
SET ROLE job_operator_one;
SELECT sealstone.run_job(:refresh) > 0 AS refreshed, sealstone.run_job(:premake) > 0 AS premade;
SET ROLE job_operator_other;
\set VERBOSITY sqlstate
SELECT sealstone.run_job(:refresh);
SELECT sealstone.run_job(:premake);
\set VERBOSITY default
RESET ROLE;
SELECT sealstone.drop_rollup('job_operator.r');
DROP TABLE job_operator.t;
SELECT sealstone.resume_all();
DROP SCHEMA job_operator CASCADE;
DROP OWNED BY job_operator_owner, job_operator_one, job_operator_other;
DROP ROLE job_operator_owner, job_operator_one, job_operator_other;
