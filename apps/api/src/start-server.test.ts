import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from './audit/record-audit.ts';
import { AUDIT_KEPT_MS } from './audit/sweep-audit.ts';
import type { Database } from './database/tables.ts';
import { openBackend } from './open-backend.ts';
import { readOptions } from './process/options.ts';
import { startServer } from './start-server.ts';
import { systemClock } from './system/clock.ts';
import { systemRandom } from './system/random.ts';
import { copyEmbeddedDatabase } from './testing/copy-embedded-database.ts';
import { START_MS } from './testing/start-ms.ts';

const program = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }), build: 'test' };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await copyEmbeddedDatabase(join(folder, 'postgres'));
}, START_MS);
afterAll(() => rm(folder, { recursive: true }));

test(
  'the first manager is made by the first start that succeeds',
  async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const start = (PORT: number) => {
      const installation = { dataDir: folder, appDir: folder };
      return startServer(
        readOptions({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(PORT) }, [], { installation }),
        program,
      );
    };
    await expect(start(port)).rejects.toThrow();
    const server = await start(0);
    expect(server.signIns.manager).toMatchObject({ login: 'manager', password: expect.any(String) });
    await server.stop();
    other.close();
  },
  3 * START_MS,
);

test(
  'what is too old is deleted at each start',
  async () => {
    const options = readOptions({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' }, [], {
      installation: { dataDir: folder, appDir: folder },
    });
    const inDatabase = async (work: (db: Database) => Promise<unknown>) => {
      await using backend = await openBackend(options, program);
      return await work(backend.parts.db);
    };
    await inDatabase((db) =>
      recordAudit(db, { action: 'key.rotated', domainId: null, actor: { kind: 'operator' }, requestId: 'old' }),
    );
    const clock = { now: () => Date.now() + AUDIT_KEPT_MS + 60_000 };
    const server = await startServer(options, { ...program, clock });
    // Its statements came first: the embedded database answers one after the other.
    await server.stop();
    const left = (db: Database) => db.selectFrom('audit_events').select('id').where('request_id', '=', 'old').execute();
    expect(await inDatabase(left)).toEqual([]);
  },
  3 * START_MS,
);
