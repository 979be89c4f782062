#!/bin/sh
# Makes the server's user on a new PostgreSQL server, as the owner of its database. `scantix migrate --grant-to scantix` then
# gives it what it needs.
set -eu
# Not an argument, which every user of the machine can see.
export RUNTIME_PASSWORD="${RUNTIME_PASSWORD:?}"
psql --set=ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:?}" --dbname "${POSTGRES_DB:?}" <<'SQL'
\set password `printenv RUNTIME_PASSWORD`
create role scantix login password :'password';
revoke create on schema public from public;
SQL
