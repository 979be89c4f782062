import { fsync, fsyncSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Writes what a file or folder holds to the disk. */
export type Sync = (fd: number, path: string) => void;

/** What Emscripten's file system for Node.js has at run time; PGlite's types leave it out. */
interface EmscriptenModule {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { node: unknown; nfd: number }) => number };
    realPath(node: unknown): string;
    tryFSOperation(work: () => void): void;
  };
}

/**
 * PGlite's folder on disk, whose files PostgreSQL can sync. PGlite starts PostgreSQL without `fsync`, and its own file
 * system ignores the call: start it with {@link DURABLE_START} on this one.
 */
export class DurableFileSystem extends NodeFS {
  readonly #sync: Sync;

  constructor(folder: string, sync: Sync = fsyncSync) {
    super(folder);
    this.#sync = sync;
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addSync = (module: unknown) => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = ({ node, nfd }) => {
        NODEFS.tryFSOperation(() => this.#sync(nfd, NODEFS.realPath(node)));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/** PGlite's own start without the option that turns `fsync` off. Emscripten has no `fdatasync`. */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];

const fsyncInBackground = promisify(fsync);
/** Files that are synced at the same time: one after the other, a thousand of them take seconds. */
const AT_ONCE = 64;

/** As {@link Sync}, and may take its time. */
type SlowSync = (...file: Parameters<Sync>) => unknown;

/** Syncs a folder and everything in it: PGlite makes a new database without. */
export async function syncFolder(folder: string, sync?: SlowSync): Promise<void> {
  const paths = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  while (paths.length > 0) await Promise.all(paths.splice(0, AT_ONCE).map((path) => syncPath(path, sync)));
}

/** Syncs a file, or the names in a folder. */
export async function syncPath(path: string, sync: SlowSync = (fd) => fsyncInBackground(fd)): Promise<void> {
  await using file = await open(path);
  await sync(file.fd, path);
}
