import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateServer } from '../database/migrate-server.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

test.runIf(process.getuid?.() === 0)(
  'as root, the doctor finds what the server may not read, with a PostgreSQL server too',
  async () => {
    const database = await createPostgresDatabase();
    await migrateServer({ url: database.url ?? '' });
    const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
    await writeFile(join(folder, 'config.js'), 'window.SCANTIX_CONFIG = {};', { mode: 0o600 });
    await chown(folder, 61_184, 61_185);
    const { stdout } = spawnSync(
      process.execPath,
      ['--conditions=@scantix/source', join(import.meta.dirname, '../cli/scantix.ts'), 'doctor'],
      {
        env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32) },
        encoding: 'utf8',
      },
    );
    expect(stdout).toMatch(/config\.js +failed +cannot be read \(this user may not\)/);
    await rm(folder, { recursive: true });
    await database.drop();
  },
  START_MS,
);
