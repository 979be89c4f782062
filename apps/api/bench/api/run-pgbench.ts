import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import type { RecordedCalls } from './record-calls.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Of the calls of each connection: the first ones find nothing in the caches, and the API's first seconds do not count. */
const WARM_UP = 0.2;

/**
 * Sends the statements of recorded calls to a database by pgbench, as fast as it takes them.
 * @param connections each sends its share of the calls, one after the other
 * @returns calls a second
 */
export async function runPgbench(
  url: string,
  recorded: RecordedCalls,
  { connections }: { connections: number },
): Promise<number> {
  const perConnection = Math.floor(recorded.calls.length / connections);
  const warmUp = Math.ceil(perConnection * WARM_UP);
  await send(url, recorded, { connections, perConnection, from: 0, to: warmUp });
  return send(url, recorded, { connections, perConnection, from: warmUp, to: perConnection });
}

/** Sends the calls of each connection between two of them. */
async function send(
  url: string,
  { prepared, calls }: RecordedCalls,
  { connections, perConnection, from, to }: { connections: number; perConnection: number; from: number; to: number },
): Promise<number> {
  // One script with a part for each connection: pgbench takes at most 128 scripts.
  const parts = Array.from({ length: connections }, (_, connection) => {
    const own = calls.slice(connection * perConnection + from, connection * perConnection + to);
    return [`\\if :client_id = ${connection}`, ...prepared, ...own.flat(), '\\endif'].join('\n');
  });
  const script = join(temporaryFolder(), 'calls.sql');
  writeFileSync(script, `${parts.join('\n')}\n`);
  const { hostname, port, username, pathname } = new URL(url);
  const server = ['-h', hostname, '-p', port, '-U', username];
  const run = ['-n', '-M', 'simple', '-c', String(connections), '-j', '1', '-t', '1', '-f', script, pathname.slice(1)];
  const { stdout } = await promisify(execFile)('pgbench', [...server, ...run], { maxBuffer: MAX_OUTPUT_BYTES });
  const scripts = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!stdout.includes(`${connections}/${connections}`) || Number.isNaN(scripts)) {
    throw new Error(`pgbench did not run to its end:\n${stdout}`);
  }
  return scripts * (to - from);
}
