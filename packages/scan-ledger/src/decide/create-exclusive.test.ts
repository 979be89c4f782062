import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createExclusive } from './create-exclusive.ts';

type Request = (name: string, options: LockOptions, callback: () => Promise<unknown>) => Promise<unknown>;

const exclusiveWith = (request: Request | null, clock = createFakeClock()) =>
  createExclusive({ locks: request && ({ request } as unknown as LockManager), name: 'decide', clock });

test('decisions of one tab run one after the other, also without locks', async () => {
  const exclusive = exclusiveWith(null);
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const runs = [
    exclusive(async () => {
      steps.push('first begins');
      await first.promise;
      steps.push('first ends');
    }),
    exclusive(async () => void steps.push('second')),
  ];
  await new Promise(setImmediate);
  first.resolve();
  await Promise.all(runs);
  expect(steps).toEqual(['first begins', 'first ends', 'second']);
});

test('a decision that fails is reported, and does not stop the next', async () => {
  const exclusive = exclusiveWith(null);
  const failed = exclusive(() => Promise.reject(new Error('not decided')));
  const next = exclusive(async () => 'decided');
  await expect(failed).rejects.toThrow('not decided');
  expect(await next).toBe('decided');
});

test('a decision runs under the lock of its name', async () => {
  const names: string[] = [];
  const exclusive = exclusiveWith((name, _options, callback) => {
    names.push(name);
    return callback();
  });
  const body = vi.fn(async () => 'decided');
  expect([await exclusive(body), names]).toEqual(['decided', ['decide']]);
  expect(body).toHaveBeenCalledTimes(1);
});

test('a frozen tab that holds the lock delays a decision by one second', async () => {
  const clock = createFakeClock();
  const held: Request = (_name, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  let decided = false;
  const running = exclusiveWith(
    held,
    clock,
  )(async () => {
    decided = true;
  });
  await new Promise(setImmediate);
  clock.advance(999);
  await new Promise(setImmediate);
  expect(decided).toBe(false);
  clock.advance(1);
  await running;
  expect(decided).toBe(true);
});

test('a browser that refuses locks fails the decision', async () => {
  const refused = exclusiveWith(() => Promise.reject(new DOMException('', 'SecurityError')));
  await expect(refused(async () => 'decided')).rejects.toMatchObject({ name: 'SecurityError' });
});
