#!/usr/bin/env node
// pnpm test:partitions [FILE ...]: the tests on PostgreSQL, with the tables of domains as four hash partitions each.
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { root, run } from './workspace.mjs';

const { url, stop } = await startPostgres();
// They try what PostgreSQL does not do to partitioned tables: indexes made while others write, pg_restore --clean, and
// statements under their names, which whatever partitions the tables does not see.
const without = '**/{search-indexes,restored,open-database}.postgres.test.ts';
const args = ['run', '--config', 'vitest.postgres.config.ts', '--exclude', without, ...process.argv.slice(2)];
const env = { TEST_DATABASE_URL: url, TEST_PARTITIONS: '4' };
const code = await run('vitest', args, { env, cwd: join(root, 'apps/api') });
await stop();
process.exit(code);
