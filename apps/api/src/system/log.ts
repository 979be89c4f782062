import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** Structured logs, one JSON object a line, on standard error: standard output belongs to the person who started us. */
export function createLog({ level }: { level: string }): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.destination({ fd: 2, sync: true }),
  );
}

/**
 * What a log may say of an error. The message of a database or parser error quotes what the client sent, a barcode or
 * a password among it: so kind, code and the places in our code are kept, the words are not.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? error.code : undefined;
  // The stack begins with the message, whose lines may look like places.
  const places = stack.replace(message, '').match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? [];
  return {
    name,
    ...(typeof code === 'string' ? { code } : {}),
    at: places.slice(0, 8).map((line) => line.trim()),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
