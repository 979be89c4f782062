/** The settings of a first start. README.md has all of them. */
export const SETTINGS = `Settings, by environment:
  PORT           port [4173]                  HOST           address to listen on [127.0.0.1]
  DATA_DIR       folder for data and secret   DATABASE_URL   PostgreSQL server instead of it
  AUTH_SECRET    signs tokens, needed with DATABASE_URL
  APP_CONFIG     JSON object of the app's runtime configuration
  LOG_LEVEL      debug, info, warn, error, silent

The others, and what they do: apps/api/README.md, of an archive docs/README.md
`;

/** The text of `--help`. */
export const HELP = `Scantix, the backend and the app on one port.

  npx node apps/api/dist/main.js [--https] [--demo] [--help]

  --https   serve TLS with a certificate that it signs itself, and listen on every address
  --demo    load demo data into an empty database

Clerks, checkpoints, backups and all other administration:
  npx node apps/api/dist/scantix.js --help

${SETTINGS}`;
