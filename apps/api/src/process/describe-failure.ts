import { UnfinishedRestoreError } from '../backup/restore.ts';
import { SocketPathError } from '../data-dir/admin-socket.ts';
import { DataDirLockedError } from '../data-dir/lock-data-dir.ts';
import { ShortSecretError } from '../data-dir/read-auth-secret.ts';
import { DatabaseTooNewError, SchemaBehindError } from '../database/migrate.ts';
import { NoSuchUserError } from '../database/migrate-server.ts';
import { DatabaseUnreachableError } from '../database/open-database.ts';
import { MissingRightsError } from '../database/table-rights.ts';
import { OptionsError } from './options.ts';

/** Why the server did not start, or a command was not done, for the person who started it. */
export function describeFailure(error: unknown, what = 'Scantix could not start'): string {
  const inItsWords = [
    ...[OptionsError, SocketPathError, DataDirLockedError, UnfinishedRestoreError, ShortSecretError],
    ...[DatabaseTooNewError, SchemaBehindError, MissingRightsError, NoSuchUserError],
  ];
  if (error instanceof Error && inItsWords.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof DatabaseUnreachableError) return `${error.message} ${reasonOf(error.cause)}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const { port } = error as Error & { port?: number };
    return `The port ${port} is taken by another program. Choose another with PORT, or METRICS_PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const { address, hostname } = error as Error & { address?: string; hostname?: string };
    return `${address ?? hostname} is no address of this machine. Set HOST, or METRICS_HOST, to one, such as 127.0.0.1 or ::1.`;
  }
  if (code === 'EACCES')
    return 'The port or the data folder may not be used by this user. Choose others with PORT, DATA_DIR.';
  if (code === 'EISDIR' || code === 'ERR_FS_EISDIR')
    return 'In DATA_DIR a folder is in the place of a file: auth-secret, admin.sock, lock or lock-owner.';
  if (code === 'EROFS') return 'DATA_DIR must name a folder that may be written; its file system is read-only.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'DATA_DIR must name a folder; there is a file in its place.';
  return `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** The driver's or server's message in one line. Neither contains the password. */
function reasonOf(cause: unknown): string {
  const reasons = cause instanceof AggregateError ? cause.errors : [cause];
  const texts = reasons.map((reason) => (reason instanceof Error ? reason.message : JSON.stringify(reason)));
  return [...new Set(texts)].join('; ').replaceAll(/\s+/g, ' ');
}
