import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';

/** What each sync takes longer: about a cheap phone under load, or a disk that others fill. */
const SYNC_US = 300_000;

/** Makes every sync of a process slow for a time. Resolves to their number. strace must be installed. */
export async function slowDownSyncs(pid: number, ms: number): Promise<number> {
  const trace = join(temporaryFolder(), 'trace');
  const calls = 'fsync,fdatasync';
  const strace = spawn(
    'strace',
    ['-f', '-qq', '-o', trace, '-e', `trace=${calls}`, '-e', `inject=${calls}:delay_exit=${SYNC_US}`, '-p', `${pid}`],
    { stdio: 'ignore' },
  );
  const exit = once(strace, 'exit');
  await Promise.race([sleep(ms), exit]);
  strace.kill('SIGINT');
  await exit;
  return readFileSync(trace, 'utf8').split('DELAYED').length - 1;
}
