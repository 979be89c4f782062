import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './browser.ts';
import { listen } from './page-server.ts';

const MAIN = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL('../../apps/api/dist/scantix.js', import.meta.url));
/** A busy machine takes a minute to create an embedded database. */
const START_LIMIT_MS = 240_000;

/** A clerk of the demo data who may sign in. */
export const CLERK = { clerk: 'm.okafor', password: 'scantix-demo' };

/** The built API in its own process. */
export interface ApiProcess {
  readonly origin: string;
  readonly pid: number;
  /** Resolves when it has ended, by a kill or by itself. */
  readonly ended: Promise<void>;
  /** Kills it with SIGKILL, as a crash does. */
  kill(): Promise<void>;
}

/**
 * Starts the API with the demo data, by default on its own embedded database. It stops with this process.
 * @param environment overrides the defaults; `PORT` is a free one by default
 */
export async function startApi(environment: Readonly<Record<string, string>> = {}): Promise<ApiProcess> {
  const port = environment.PORT ?? (await freePort());
  if (environment.DATABASE_URL) migrate(environment.DATABASE_URL);
  const api = spawn(process.execPath, [MAIN, '--demo'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: environment.DATA_DIR ?? temporaryFolder(),
      LOG_LEVEL: 'warn',
      LOGIN_ATTEMPTS_PER_ACCOUNT: '1000',
      LOGIN_ATTEMPTS_PER_ADDRESS: '1000',
      ...environment,
      PORT: port,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(api, 'exit');
  const endWithUs = () => api.kill('SIGKILL');
  process.once('exit', endWithUs);
  void exit.then(() => process.off('exit', endWithUs));
  const origin = `http://127.0.0.1:${port}`;
  for (const giveUpAt = Date.now() + START_LIMIT_MS; ; ) {
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    if (api.exitCode !== null || Date.now() > giveUpAt) {
      api.kill('SIGKILL');
      throw new Error('The API did not start; is it built?');
    }
    await sleep(50);
  }
  return {
    origin,
    pid: api.pid ?? 0,
    ended: exit.then(() => {}),
    async kill() {
      api.kill('SIGKILL');
      await exit;
    },
  };
}

/** Makes the tables, as an operator does before the first start. */
function migrate(url: string): void {
  execFileSync(process.execPath, [COMMAND_LINE, 'migrate'], { env: { PATH: process.env.PATH, DATABASE_URL: url } });
}

async function freePort(): Promise<string> {
  const probe = await listen(() => {});
  await probe.close();
  return new URL(probe.origin).port;
}
