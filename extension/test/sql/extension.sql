-- the extension installs, reports its version, and its settings are there
SELECT sealstone.version() = (SELECT extversion FROM pg_extension WHERE extname = 'sealstone') AS versions_agree;
SHOW sealstone.lock_timeout;
\set VERBOSITY sqlstate
SET sealstone.lock_timeout = 0;
SET sealstone.no_such_setting = 1;
