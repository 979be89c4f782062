import {
  chmodSync,
  existsSync,
  globSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  type BrowserContext,
  CHROMIUM,
  findProcess,
  killBrowser,
  openProfile,
  temporaryFolder,
} from '../../../../scripts/bench/browser.ts';
import { syncedSizes } from './synced-sizes.ts';

const CALLS = 'openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2';

/** What a power cut took from a profile. */
export interface PowerCut {
  /** Bytes that were not synced. */
  readonly dropped: number;
  /**
   * Whether some of them are of a log that LevelDB had left for a new one. Chromium writes a commit in several parts and
   * syncs the file of the last one: of a commit across two files the first parts are not on the disk.
   */
  readonly isOfLeftLog: boolean;
}

/** A browser profile whose writes are traced. */
export interface TracedProfile {
  open(): Promise<BrowserContext>;
  /** Kills the browser and drops what it had not synced of its IndexedDB. */
  cutPower(context: BrowserContext): Promise<PowerCut>;
}

/** Creates an empty profile. strace must be installed. */
export function createTracedProfile(): TracedProfile {
  const folder = realpathSync(temporaryFolder());
  const profile = join(folder, 'profile');
  const program = join(folder, 'chromium');
  const trace = join(folder, 'trace');
  const strace = `strace -f --seccomp-bpf -qq -y -s 0 -e trace=${CALLS} -e signal=none -o '${trace}'`;
  writeFileSync(program, `#!/bin/sh\nexec ${strace} '${CHROMIUM}' "$@"\n`);
  chmodSync(program, 0o755);
  let sizes = new Map<string, number>();
  let processId = 0;

  const readSizes = () =>
    new Map(
      globSync('**/IndexedDB/**', { cwd: profile })
        .map((path) => join(profile, path))
        .filter((path) => statSync(path).isFile())
        .map((path) => [path, statSync(path).size]),
    );

  return {
    async open() {
      sizes = existsSync(profile) ? readSizes() : new Map();
      rmSync(trace, { force: true });
      const context = await openProfile(profile, { program });
      processId = await findProcess(context);
      return context;
    },
    async cutPower(context) {
      await killBrowser(context, processId);
      const synced = syncedSizes(readFileSync(trace, 'utf8'), sizes);
      const written = readSizes();
      const newestLog = [...written.keys()]
        .filter((path) => path.endsWith('.log'))
        .sort()
        .at(-1);
      let dropped = 0;
      let isOfLeftLog = false;
      for (const [path, size] of written) {
        const kept = synced.get(path) ?? size;
        if (kept >= size) continue;
        dropped += size - kept;
        isOfLeftLog ||= path.endsWith('.log') && path !== newestLog;
        truncateSync(path, kept);
      }
      return { dropped, isOfLeftLog };
    },
  };
}
