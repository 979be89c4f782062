import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { withSenderLock } from './with-sender-lock.ts';

type Request = (options: LockOptions, callback: () => Promise<unknown>) => Promise<unknown>;

/** Locks whose requests are answered one after the other, the last answer again and again. */
function scriptLocks(...answers: Request[]): { locks: LockManager; asked: LockOptions[] } {
  const asked: LockOptions[] = [];
  const request = (_name: string, options: LockOptions, callback: () => Promise<unknown>) => {
    asked.push(options);
    return (answers[asked.length - 1] ?? (answers.at(-1) as Request))(options, callback);
  };
  return { locks: { request } as unknown as LockManager, asked };
}

const grant: Request = (_options, callback) => callback();
const fail =
  (name: string): Request =>
  () =>
    Promise.reject(new DOMException('', name));

function sendWith(locks: LockManager, isLeased = false): Promise<string> {
  const { signal } = new AbortController();
  return withSenderLock(
    { locks, name: 'outbox', clock: createFakeClock(), signal, isLeased: async () => isLeased },
    async () => 'sent',
  );
}

test('a lock that another tab steals before sending begins is requested again', async () => {
  const { locks, asked } = scriptLocks(fail('AbortError'), grant);
  expect(await sendWith(locks)).toBe('sent');
  expect(asked.map(({ steal }) => steal)).toEqual([undefined, true]);
});

test('while another tab has leased scans its lock is not stolen', async () => {
  const { locks, asked } = scriptLocks(fail('AbortError'), grant);
  expect(await sendWith(locks, true)).toBe('sent');
  expect(asked.map(({ steal }) => steal)).toEqual([undefined, undefined]);
});

test('a browser that refuses locks is a failure of the storage', async () => {
  const { locks } = scriptLocks(fail('SecurityError'));
  await expect(sendWith(locks)).rejects.toMatchObject({ name: 'SecurityError' });
});
