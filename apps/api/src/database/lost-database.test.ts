import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { closeUseless, isDatabaseLost } from './lost-database.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  ['the server is shut down', withCode('57P01')],
  ['it is starting', withCode('57P03')],
  ['the connection was lost', withCode('08006')],
  ['it became a replica', withCode('25006')],
  ['it did not answer', new Error('Query read timeout')],
  ['nobody listens', withCode('ECONNREFUSED')],
  ['its machine is gone', withCode('EHOSTUNREACH')],
  ['nobody knows its name', Object.assign(withCode('ENOTFOUND'), { syscall: 'getaddrinfo' })],
  ['nobody answers for its name', Object.assign(withCode('EAI_AGAIN'), { syscall: 'getaddrinfo' })],
  ['its socket is gone', Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
  ['it has too many connections', withCode('53300')],
  ['the proxy has closed the connection', new Error('Connection terminated unexpectedly')],
  ['the pooler found no server in time', Object.assign(withCode('08P01'), { severity: 'FATAL' })],
  ['no connection was free', new Error('timeout exceeded when trying to connect')],
])('the database is lost: %s', (_what, error) => {
  expect(isDatabaseLost(error)).toBe(true);
});

test.each([
  ['a deadlock', withCode('40P01')],
  ['a scan at fault', withCode('22021')],
  ['too slow', withCode('57014')],
  ['a statement with too many values', Object.assign(withCode('08P01'), { severity: 'ERROR' })],
  ['a file is missing', Object.assign(withCode('ENOENT'), { syscall: 'open' })],
  ['a bug', new TypeError('undefined is not a function')],
  ['nothing', undefined],
])('the database is not lost: %s', (_what, error) => {
  expect(isDatabaseLost(error)).toBe(false);
});

/** A pool's only connection, with what one statement leads to. */
async function query(outcome: () => Promise<unknown>) {
  const pool = new EventEmitter();
  closeUseless(pool as unknown as Pool);
  const client = {
    isClosed: false,
    query: outcome,
    async end() {
      client.isClosed = true;
    },
  };
  pool.emit('connect', client);
  const answer = await client.query().catch((error: unknown) => error);
  const isClosedAtOnce = client.isClosed;
  pool.emit('release', undefined, client);
  return { answer, isClosedAtOnce, isClosed: client.isClosed };
}

test('a connection to a server that became a replica is closed after its transaction', async () => {
  const error = withCode('25006');
  expect(await query(() => Promise.reject(error))).toEqual({ answer: error, isClosedAtOnce: false, isClosed: true });
});

test('a connection that does not answer is closed at once', async () => {
  const error = new Error('Query read timeout');
  expect(await query(() => Promise.reject(error))).toEqual({ answer: error, isClosedAtOnce: true, isClosed: true });
});

test('a connection stays open after a statement that has failed, or not', async () => {
  const error = withCode('23505');
  expect(await query(() => Promise.reject(error))).toMatchObject({ answer: error, isClosed: false });
  expect(await query(async () => 'rows')).toMatchObject({ answer: 'rows', isClosed: false });
});
