import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The path of the data folder's admin socket is too long for an operating system. */
export class SocketPathError extends Error {
  override readonly name = 'SocketPathError';
}

/** `sun_path` of macOS is 104 bytes with the final zero; that of Linux is 108. */
const MAX_PATH_BYTES = 103;

/**
 * The path of the data folder's admin socket: absolute, or from the working folder if only that is short enough.
 * @throws SocketPathError
 */
export function adminSocketPath(dataDir: string): string {
  const path = join(dataDir, 'admin.sock');
  const short = [path, relative('', path)].find((one) => Buffer.byteLength(one) <= MAX_PATH_BYTES);
  if (short) return short;
  throw new SocketPathError(
    `The path of the admin socket, ${path}, has ${Buffer.byteLength(path)} bytes. Every operating system takes ` +
      `${MAX_PATH_BYTES}. Choose a data folder with a shorter path by DATA_DIR.`,
  );
}

/** Removes what a process that died has left in the socket's place. Only the holder of the data folder's lock may. */
export function removeStaleSocket(path: string): void {
  rmSync(path, { force: true });
}
