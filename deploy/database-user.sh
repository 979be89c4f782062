#!/bin/sh
# Makes the server's user on a new PostgreSQL server, as the owner of its database. `scantix migrate --grant-to scantix` then
# gives it what it needs.
set -eu
psql --set=ON_ERROR_STOP=1 --quiet --username "${POSTGRES_USER:?}" --dbname "${POSTGRES_DB:?}" \
  --set=password="${RUNTIME_PASSWORD:?}" <<'SQL'
create role scantix login password :'password';
revoke create on schema public from public;
SQL
