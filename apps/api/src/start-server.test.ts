import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
