import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../scripts/bench/browser.ts';
import { listen } from '../../../scripts/bench/page-server.ts';

const MAIN = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url));
const START_LIMIT_MS = 60_000;

/** A clerk of the demo data. */
export const CLERK = { clerk: 'm.okafor', password: 'scantix-demo' };

/** Starts the real API, as built, on an embedded database of its own. Resolves to its origin; it ends with this process. */
export async function startApi({ accessTokenSeconds }: { accessTokenSeconds: number }): Promise<string> {
  const probe = await listen(() => {});
  await probe.close();
  const { port } = new URL(probe.origin);
  const api = spawn(process.execPath, [MAIN, '--demo'], {
    env: {
      PATH: process.env.PATH,
      PORT: port,
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'warn',
      ACCESS_TOKEN_SECONDS: String(accessTokenSeconds),
      LOGIN_ATTEMPTS_PER_ACCOUNT: '1000',
      LOGIN_ATTEMPTS_PER_ADDRESS: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => api.kill('SIGKILL'));
  for (const giveUpAt = Date.now() + START_LIMIT_MS; ; ) {
    const ready = await fetch(`${probe.origin}/readyz`).catch(() => undefined);
    if (ready?.ok) return probe.origin;
    if (api.exitCode !== null || Date.now() > giveUpAt) throw new Error('The API did not start; is it built?');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
