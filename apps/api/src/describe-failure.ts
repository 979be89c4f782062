import { DataDirLockedError } from './data-dir/lock-data-dir.ts';
import { OptionsError } from './options.ts';

/** Why the server did not start, for the person who started it. */
export function describeFailure(error: unknown): string {
  if (error instanceof OptionsError || error instanceof DataDirLockedError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Choose another with PORT.';
  if (code === 'EACCES')
    return 'The port or the data folder may not be used by this user. Choose others with PORT, DATA_DIR.';
  return `Scantix could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
