import { AlreadyRecordedError } from './record-batch.ts';

/** SQLSTATE classes of PostgreSQL (appendix A): data exception, integrity constraint violation, raised by a trigger. */
const DATA_CLASS = /^(22|23|P0)[0-9A-Z]{3}$/;

/**
 * Whether a transaction failed for what it held: its scans, or the program's answer to one of them. Each scan alone may
 * then succeed. Any other failure is the database's: too slow, too many connections, gone.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof AlreadyRecordedError || error instanceof TypeError || error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && DATA_CLASS.test(code);
}
