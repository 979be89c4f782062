import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS } from './testing/start-ms.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await writeFile(join(folder, 'file'), 'not a folder');
});
afterAll(() => rm(folder, { recursive: true }));

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@scantix/source', join(import.meta.dirname, 'main.ts'), ...args],
    { env: { PATH: process.env.PATH ?? '', PORT: '0', ...env }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

const secret = { AUTH_SECRET: 'a secret of tests and of nothing else' };

/** A free port. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Loaded before the program: says which flags of V8 it sets. */
const TELL_FLAGS = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  v8.setFlagsFromString = (flag) => process.stderr.write(flag + '\\n');
  syncBuiltinESMExports();`;

test(
  'with the embedded database the process has V8 keep its memory small',
  async () => {
    await writeFile(join(folder, 'tell-flags.mjs'), TELL_FLAGS);
    const NODE_OPTIONS = `--import=${join(folder, 'tell-flags.mjs')}`;
    expect(run([], { DATA_DIR: join(folder, 'file'), NODE_OPTIONS }).stderr).toMatch(
      /^--optimize-for-size\n--wasm-num-compilation-tasks=1\nDATA_DIR must/,
    );
  },
  START_MS,
);

describe('a start that cannot be says why in one line and ends with 1', () => {
  test.each([
    ['a data folder that is a file', 'file', /^DATA_DIR must name a folder; there is a file in its place\.\n$/],
    ['a data folder below a file', 'file/below', /^DATA_DIR must name a folder; there is a file in its place\.\n$/],
  ])(
    '%s',
    (_what, path, line) => {
      const { status, stdout, stderr } = run([], { DATA_DIR: join(folder, path) });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(line);
    },
    START_MS,
  );

  test(
    'a database server that is not there, without its password',
    async () => {
      const DATABASE_URL = `postgres://user:hunter2@127.0.0.1:${await closedPort()}/scantix`;
      const { status, stdout, stderr } = run([], { DATA_DIR: folder, DATABASE_URL, ...secret });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^The PostgreSQL server of DATABASE_URL cannot be used: connect ECONNREFUSED [^\n]+\n$/);
      expect(stderr).not.toContain('hunter2');
    },
    START_MS,
  );

  test(
    'an address of a database that is none',
    () => {
      const { status, stderr } = run([], { DATA_DIR: folder, DATABASE_URL: 'nonsense', ...secret });
      expect(status).toBe(1);
      expect(stderr).toMatch(/^DATABASE_URL must be an address such as [^\n]+\n$/);
    },
    START_MS,
  );
});

test(
  'a database that does not start is told in one line, with the room on its disk',
  async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(join(damaged, 'postgres'), { recursive: true });
    await writeFile(join(damaged, 'postgres/PG_VERSION'), '18\n');
    const { status, stderr } = run([], { DATA_DIR: damaged });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database in [^\n]+postgres cannot be started; \d+ MB are free on its disk: [^\n]+\n$/);
  },
  START_MS,
);

test(
  '--help tells how to start it',
  () => {
    const { status, stdout, stderr } = run(['--help'], { DATA_DIR: join(folder, 'never-made') });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('npx node apps/api/dist/main.js [--https] [--demo] [--help]');
    expect(stdout).toContain('npx node apps/api/dist/scantix.js --help');
    expect(stdout).toContain('apps/api/README.md, of an archive docs/README.md');
  },
  START_MS,
);
