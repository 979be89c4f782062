import { statSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { refuseUnfinishedRestore } from '../../backup/restore.ts';
import { adminSocketPath } from '../../data-dir/admin-socket.ts';
import { becomeOwner } from '../../data-dir/become-owner.ts';
import { DataDirLockedError } from '../../data-dir/lock-data-dir.ts';
import { OPERATOR_ENVIRONMENT } from '../../http/operator.ts';
import { openBackend, type ProgramParts } from '../../open-backend.ts';
import type { Options } from '../../process/options.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from './connection.ts';
import { createSocketFetch } from './socket-fetch.ts';

/** How long a command waits for one that has the database, or for a server that starts or stops. */
const WAIT_MS = 30_000;
const TRY_EVERY_MS = 100;

/**
 * Finds the way to the administration. With `DATABASE_URL` and on a stopped embedded database the backend runs in this
 * process; a server that runs on the embedded database is asked by its socket.
 * @throws CommandError, or the error of the database or of the data folder
 */
export async function connect(options: Options, program: ProgramParts): Promise<Connection> {
  if (options.databaseUrl) return inThisProcess(options, program);
  const { dataDir } = options;
  // `existsSync` does not tell a folder that this user may not read from none.
  if (!statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })) {
    refuseUnfinishedRestore(dataDir);
    throw new CommandError(
      `There is no Scantix data in ${dataDir}. Name its folder by DATA_DIR, or start the server once.`,
    );
  }
  const path = adminSocketPath(dataDir);
  for (let waited = 0; ; waited += TRY_EVERY_MS) {
    if (await answers(path)) return { fetch: createSocketFetch(path), async [Symbol.asyncDispose]() {} };
    becomeOwner(dataDir);
    try {
      return await inThisProcess(options, program);
    } catch (error) {
      if (!(error instanceof DataDirLockedError) || waited >= WAIT_MS) throw error;
      await setTimeout(TRY_EVERY_MS);
    }
  }
}

async function inThisProcess(options: Options, program: ProgramParts): Promise<Connection> {
  const backend = await openBackend(options, program);
  const app = backend.createApp();
  return {
    async fetch(input, init) {
      const duplex = init?.body ? { duplex: 'half' } : {};
      return app.fetch(new Request(input, { ...init, ...duplex } as RequestInit), OPERATOR_ENVIRONMENT);
    },
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
  };
}

/**
 * Whether a server listens on the socket.
 * @throws CommandError if it is another user's
 */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') return resolve(false);
      reject(
        new CommandError(`The admin socket ${path} belongs to another user: run this command as the server's user.`),
      );
    });
  });
}
