import { AlreadyRecordedError } from './record-batch.ts';

/** SQLSTATE classes of PostgreSQL (appendix A): data exception, integrity constraint violation, raised by a trigger. */
const DATA_CLASS = /^(22|23|P0)[0-9A-Z]{3}$/;

/** SQLSTATE class 40, transaction rollback: a deadlock, or a conflict with another transaction. */
const ROLLBACK_CLASS = /^40[0-9A-Z]{3}$/;

const sqlStateOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether a transaction gave way to another one. The same again may then succeed. */
export function lostToAnother(error: unknown): boolean {
  return error instanceof AlreadyRecordedError || ROLLBACK_CLASS.test(sqlStateOf(error));
}

/**
 * Whether a transaction failed for what it held: its scans, or the program's answer to one of them. Each scan alone may
 * then succeed. Any other failure is the database's: too slow, too many connections, gone.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof AlreadyRecordedError || error instanceof TypeError || error instanceof RangeError) return true;
  return DATA_CLASS.test(sqlStateOf(error));
}
