import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fillFolder, START_LIMIT_MS } from './prepared-files.ts';

const MAIN = fileURLToPath(new URL('../../../api/dist/main.js', import.meta.url));
/** Moves the clock of the process that loads it ahead by `CLOCK_AHEAD_MS`. */
export const SHIFT_CLOCK = fileURLToPath(new URL('./shift-clock.mjs', import.meta.url));
const DAY_MS = 24 * 3_600_000;
/** With a given time, the demo's day ended this long before it. */
const AFTER_THE_DAY_MS = 64 * 60_000;
/** Fewer than in the demo that people see: each device loads all tickets of its domain when it first signs in. */
const DEMO_TICKETS = '750';

export interface BackendOptions {
  /** Where the backend stores its data: in a folder of its own, or on the server that `TEST_DATABASE_URL` names. */
  readonly database: 'embedded' | 'postgres';
  /** The time at the start, an hour after the demo's day, in epoch milliseconds; `null` is the machine's time. */
  readonly beginsAt: number | null;
}

/** One running backend, serving the built app and its API. */
export interface Backend {
  readonly origin: string;
  readonly port: number;
  /** The folder of its data. */
  readonly dataDir: string;
  /** How far its clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number;
  /** What it has told whoever started it. */
  greeting(): string;
  /** The backend's time, in epoch milliseconds. */
  now(): number;
  /** Runs the operator's command `scantix` on its data. Resolves with what that prints. */
  scantix(...parameters: string[]): Promise<string>;
  /** Replaces `/config.js` by an operator's file; `null` restores the shipped one. */
  configure(script: string | null): Promise<void>;
  /** @param options `keepData`: another backend starts in its folder. @default false */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

export interface StartOptions extends Partial<BackendOptions> {
  /** Further origins that the app may call. */
  readonly connectSources: readonly string[];
  /** The folder of the built app. @default `E2E_APP_DIR`, else the output of the build */
  readonly appDir?: string;
  /** The file of the backend's program. @default the output of the build */
  readonly program?: string;
  /** Whether a new database gets demo data. @default true */
  readonly demo?: boolean;
  /** Further environment variables. @default none */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default a free one */
  readonly port?: number;
  /** The folder that a stopped backend has kept. @default a new one with demo data */
  readonly dataDir?: string;
}

export async function startBackend(options: StartOptions): Promise<Backend> {
  if (options.dataDir) return startIn(options.dataDir, options);
  const dataDir = await mkdtemp(join(tmpdir(), 'scantix-e2e-'));
  const { database = 'embedded', beginsAt = null } = options;
  // The demo's day ends a day before the demo is loaded.
  const loadedAt = beginsAt === null ? null : beginsAt + DAY_MS - AFTER_THE_DAY_MS;
  const loadDemo = async (folder: string) => {
    const loader = await startIn(folder, { ...options, beginsAt: loadedAt });
    await loader.stop({ keepData: true });
  };
  if (database === 'embedded') await fillFolder(dataDir, `demo-${loadedAt ?? 'now'}`, loadDemo);
  else if (loadedAt !== null) throw new Error('Only the embedded database begins at another time.');
  return startIn(dataDir, options);
}

async function startIn(
  dataDir: string,
  {
    database = 'embedded',
    beginsAt = null,
    connectSources,
    appDir = process.env.E2E_APP_DIR,
    program = MAIN,
    demo = true,
    environment = {},
    port: wantedPort,
  }: StartOptions,
): Promise<Backend> {
  const port = wantedPort ?? (await freePort());
  const clock = beginsAt === null ? [] : ['--import', SHIFT_CLOCK];
  const aheadMs = beginsAt === null ? 0 : beginsAt - Date.now();
  const storage: Record<string, string> =
    database === 'postgres' ? { DATABASE_URL: await createDatabase(), AUTH_SECRET: 'e2e'.repeat(16) } : {};
  if (database === 'postgres') migrate(program, storage);
  const server = spawn(process.execPath, [...clock, program, ...(demo ? ['--demo'] : [])], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DEMO_TICKETS,
      CSP_CONNECT_SRC: connectSources.join(' '),
      ...(appDir && { APP_DIR: appDir }),
      ...(beginsAt !== null && { CLOCK_AHEAD_MS: String(aheadMs) }),
      ...storage,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let greeting = '';
  server.stdout.on('data', (chunk) => {
    greeting += chunk;
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const origin = `http://127.0.0.1:${port}`;
  const stop = async ({ keepData = false } = {}) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    if (!keepData) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(origin, server, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  const operatorFile = join(dataDir, 'config.js');
  return {
    origin,
    port,
    dataDir,
    aheadMs,
    greeting: () => greeting,
    now: () => Date.now() + aheadMs,
    async scantix(...parameters) {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...storage };
      const { stdout } = await promisify(execFile)(process.execPath, [commandOf(program), ...parameters], { env });
      return stdout;
    },
    configure: (script) => (script === null ? rm(operatorFile, { force: true }) : writeFile(operatorFile, script)),
    stop,
  };
}

async function untilReady(origin: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The backend did not start:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const commandOf = (program: string) => join(dirname(program), 'scantix.js');

/** Makes the tables, as an operator does before the first start. A build without the command makes them when it starts. */
function migrate(program: string, storage: Record<string, string>): void {
  const command = commandOf(program);
  if (existsSync(command))
    execFileSync(process.execPath, [command, 'migrate'], { env: { PATH: process.env.PATH, ...storage } });
}

/** Creates a database on the server that the test command has started. */
async function createDatabase(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set; run the tests with: npm test -- e2e');
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = `e2e_${crypto.randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
