import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DEPLOY } from './database-machine.ts';
import { type Service, supervise } from './supervise.ts';

const API = pathToFileURL(fileURLToPath(new URL('../../../../apps/api/dist/', import.meta.url)));
const program = (name: string) => fileURLToPath(new URL(name, API));
/** As in haproxy.cfg. */
const PORTS = ['4173', '4174'];
export const DATABASE_URL = 'postgres://scantix:scantix@127.0.0.1:5000/scantix';
export const ORIGIN = 'http://127.0.0.1:8080';
/** The demo's clerks sign in without a proxy only. */
export const SIGN_IN_ORIGIN = `http://127.0.0.1:${PORTS[0]}`;
const DAY_S = '86400';
const START_LIMIT_MS = 120_000;

/** Starts HAProxy, on the machine that the processes of the API run on: this one. */
export function startBalancer(folder: string): Service {
  const args = ['-db', '-f', join(DEPLOY, 'haproxy.cfg')];
  return supervise({ program: 'haproxy', args, logFile: join(folder, 'haproxy.log') });
}

/** Makes the tables, and starts the processes one after the other: the first loads the demo data. */
export async function startApi(folder: string): Promise<Service[]> {
  const { PATH = '' } = process.env;
  await promisify(execFile)(process.execPath, [program('scantix.js'), 'migrate'], { env: { PATH, DATABASE_URL } });
  const started: Service[] = [];
  for (const port of PORTS) {
    const env = {
      ...{ DATABASE_URL, AUTH_SECRET: 'a secret of this run and of nothing else', PORT: port },
      ...{ LOGIN_ATTEMPTS_PER_ADDRESS: '1000', LOGIN_ATTEMPTS_PER_ACCOUNT: '1000' },
      ...{ ACCESS_TOKEN_SECONDS: DAY_S, DATA_DIR: folder, LOG_LEVEL: 'warn' },
    };
    const args = [program('main.js'), '--demo'];
    started.push(supervise({ program: process.execPath, args, env, logFile: join(folder, `api-${port}.log`) }));
    await isReady(`http://127.0.0.1:${port}/readyz`);
  }
  await isReady(`${ORIGIN}/readyz`);
  return started;
}

/** Resolves when an address answers 200. @throws after two minutes */
async function isReady(url: string): Promise<void> {
  for (const giveUpAt = performance.now() + START_LIMIT_MS; performance.now() < giveUpAt; await sleep(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not become ready`);
}
