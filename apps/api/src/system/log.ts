import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentRequestId } from './current-request.ts';

/** The logger of the process. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/**
 * Logs JSON objects, one a line, to standard error. Standard output is for the person who started the server. Lines that
 * cannot be written, as on a full disk, wait in memory up to `MAX_WAITING`; further ones are lost.
 */
export function createLog({ level }: { level: string }): Log {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MAX_WAITING });
  // Without a listener the error is thrown to whoever logs: a call that was done would be answered as one that failed.
  destination.on('error', () => {});
  // Only a write tries again, and a line that is dropped is none: the log would not come back when the disk has room.
  destination.on('drop', () => destination.write(''));
  return pino({ ...LINES, level, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** In characters. */
const MAX_WAITING = 1_000_000;

/** How lines are made, wherever they go: with the id of the request that they belong to. */
export const LINES: LoggerOptions = {
  base: null,
  serializers: { err: describeError },
  mixin() {
    const requestId = currentRequestId();
    return requestId === undefined ? {} : { request_id: requestId };
  },
};

/**
 * What is logged of an error: name, code and stack frames, but no message. The message of a database or parser error may
 * quote what the client sent, for example a barcode or a password.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? error.code : undefined;
  // The stack begins with the message, whose lines may look like stack frames.
  const frames = stack.replace(message, '').match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? [];
  return {
    name,
    ...(typeof code === 'string' ? { code } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    // Of one for each domain, the others seldom tell more.
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 3).map(describeError) } : {}),
  };
}
