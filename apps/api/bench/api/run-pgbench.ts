import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import type { RecordedCall } from './record-calls.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Sends the statements of recorded calls to a database by pgbench, as fast as it takes them.
 * @param connections each sends its share of the calls, one after the other
 * @returns calls a second
 */
export async function runPgbench(
  url: string,
  calls: readonly RecordedCall[],
  { connections }: { connections: number },
): Promise<number> {
  const perConnection = Math.floor(calls.length / connections);
  // One script with a part for each connection: pgbench takes at most 128 scripts.
  const parts = Array.from({ length: connections }, (_, connection) => {
    const own = calls.slice(connection * perConnection, (connection + 1) * perConnection);
    return [`\\if :client_id = ${connection}`, ...own.flat(), '\\endif'].join('\n');
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
  return scripts * perConnection;
}
