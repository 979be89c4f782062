import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.ts';
import { START_MS } from '../testing/start-ms.ts';
import { openEmbeddedDatabase } from './open-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await copyEmbeddedDatabase(folder);
}, START_MS);
afterAll(() => rm(folder, { recursive: true }));

test('a database of another version of PostgreSQL is told with both versions', { timeout: START_MS }, async () => {
  const file = join(folder, 'PG_VERSION');
  const own = Number(await readFile(file, 'utf8'));
  await writeFile(file, `${own + 1}\n`);
  const reason = `it is of PostgreSQL ${own + 1}, and this build has ${own}`;
  await expect(openEmbeddedDatabase({ folder })).rejects.toThrow(
    `The database in ${folder} cannot be started; ${reason}:`,
  );
});
