import type { Pool, PoolClient } from 'pg';

/** A transaction that would write is refused: the server is a replica. */
const READ_ONLY = '25006';

/** SQLSTATEs of a server that goes or comes (PostgreSQL, appendix A): a lost connection, a shutdown, too many connections. */
const SERVER_STATES = /^(08[0-9A-Z]{3}|57P0[1-5]|53300)$/;

/** PostgreSQL refuses a message of this program. PgBouncer ends connections with it (FATAL): it waited for a server in vain. */
const PROTOCOL_VIOLATION = '08P01';

/** What the operating system says of an address. */
const SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The system calls that reach a server: each of their failures counts. `ENOENT` of a socket does, that of a file does not. */
const REACHING = ['getaddrinfo', 'connect'];

/** The answer did not come within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/** What the driver and its pool throw without a code. */
const MESSAGES = [
  NO_ANSWER,
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');
const syscallOf = (error: unknown) => String((error as { syscall?: unknown } | null)?.syscall ?? '');
const severityOf = (error: unknown) => (error as { severity?: unknown } | null)?.severity;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Whether the database cannot be reached, is going or coming, or is no longer the primary. The same may succeed later. */
export function isDatabaseLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === PROTOCOL_VIOLATION && severityOf(error) === 'ERROR') return false;
  const isOfServer = code === READ_ONLY || SERVER_STATES.test(code) || SYSTEM_CODES.includes(code);
  return isOfServer || REACHING.includes(syscallOf(error)) || MESSAGES.includes(messageOf(error));
}

/** Whether the disk of the database is full: SQLSTATE `disk_full`. */
export const isDiskFull = (error: unknown) => codeOf(error) === '53100';

/**
 * Closes connections that a pool would keep though they are of no use: to a server that became a replica, after the
 * transaction, since the same address may lead to the primary now; and to one that does not answer, at once, since every
 * further statement would wait for it.
 */
export function closeUseless(pool: Pick<Pool, 'on'>): void {
  const toReplica = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const judge = (error: unknown) => {
      if (codeOf(error) === READ_ONLY) toReplica.add(client);
      if (messageOf(error) === NO_ANSWER) close(client);
    };
    const watched = (...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) answer.catch(judge);
      return answer;
    };
    client.query = watched as typeof client.query;
  });
  // The pool takes no client back that is closing.
  pool.on('release', (_error, client) => {
    if (toReplica.has(client)) close(client);
  });
}

/** The types of a pooled client do not tell that it can be closed. */
function close(client: PoolClient): void {
  (client as PoolClient & { end(): Promise<void> }).end().catch(() => {});
}
