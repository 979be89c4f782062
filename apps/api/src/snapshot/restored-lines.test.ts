import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '../database/open-database.ts';
import type { Database } from '../database/tables.ts';
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.ts';
import { START_MS } from '../testing/start-ms.ts';
import { addTestDomain, type TestDomain } from '../testing/test-domains.ts';
import { createLineCache } from './create-line-cache.ts';
import { readPage } from './read-page.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scantix-lines-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Changes a ticket. The transaction has the next number of its database. */
const changeTicket = (db: Database, domain: TestDomain, holder: string) =>
  db.updateTable('tickets').set({ holder }).where('domain_id', '=', domain.id).execute();

test(
  'lines that a process remembers are not those of the database files that a restore put in the place',
  async () => {
    const [folder, backup] = [join(root, 'postgres'), join(root, 'backup')];
    await copyEmbeddedDatabase(folder);
    const first = await openEmbeddedDatabase({ folder });
    const domain = await addTestDomain(first, { name: 'North', passwordHash: 'none', newId: uuidv7, now: 0 });
    await domain.addTicket('A-1');
    await sql`checkpoint`.execute(first);
    await first.destroy();
    await cp(folder, backup, { recursive: true });

    const lines = createLineCache({
      seal: async (rows) => rows.map(({ ticket }) => ticket?.state.holder ?? ''),
      maxRows: 10,
    });
    const ask = { domainId: domain.id, checkpoints: new Map(), cursor: undefined, maxRows: 10, withSegments: false };
    const changeAndRead = async (holder: string) => {
      const db = await openEmbeddedDatabase({ folder });
      await changeTicket(db, domain, holder);
      const page = await readPage({ db, lines }, ask);
      const { rows } = await sql`select change, xmin::text from ticket_changes`.execute(db);
      await db.destroy();
      return { rows, lines: await Promise.all(page.lines) };
    };
    const lost = await changeAndRead('Lost');
    await rm(folder, { recursive: true });
    await cp(backup, folder, { recursive: true });
    const restored = await changeAndRead('Restored');
    // The same numbers mean another change.
    expect(restored.rows).toEqual(lost.rows);
    expect([lost.lines, restored.lines]).toEqual([['Lost'], ['Restored']]);
  },
  START_MS,
);
