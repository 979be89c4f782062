import { AlreadyRecordedError } from './record-batch.ts';

/**
 * SQLSTATE classes of PostgreSQL (appendix A) that say what was wrong with the rows: cardinality, data exception, integrity
 * constraint, triggered data change, check option, a program limit such as the size of a row, raised by a trigger. All
 * others say what was wrong with the server or with this program.
 */
const DATA_CLASS = /^(21|22|23|27|44|54|P0)[0-9A-Z]{3}$/;

/** SQLSTATE class 40, transaction rollback: a deadlock, or a conflict with another transaction. */
const ROLLBACK_CLASS = /^40[0-9A-Z]{3}$/;

const sqlStateOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** What a transaction had read before its locks has changed meanwhile. The same again reads it anew. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

/** Whether a transaction gave way to another one. The same again may then succeed. */
export function lostToAnother(error: unknown): boolean {
  const isOwn = error instanceof AlreadyRecordedError || error instanceof ChangedMeanwhileError;
  return isOwn || ROLLBACK_CLASS.test(sqlStateOf(error));
}

/**
 * Whether a transaction failed for what it held: its scans, or this program's answer to one of them. Each scan alone may
 * then succeed. Any other failure is the server's, and the same again may succeed: too slow, too many connections, no
 * memory, gone. The driver reports a lost connection as a plain `Error`.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof AlreadyRecordedError) return true;
  const sqlState = sqlStateOf(error);
  if (sqlState !== '') return DATA_CLASS.test(sqlState);
  return PROGRAM_ERRORS.some((kind) => error instanceof kind);
}

/** What a program throws that does not know what to do with a value. */
const PROGRAM_ERRORS = [TypeError, RangeError, SyntaxError, ReferenceError, URIError];
