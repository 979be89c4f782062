import { expect, test } from 'vitest';
import { judgeFailure } from './judge-failure.ts';

const stranger = (status?: number, retryAfterMs?: number) =>
  judgeFailure({
    kind: 'unreachable',
    cause: new SyntaxError('<html> is not JSON'),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

test('a balancer before the server gets the patience that it asks for, within reason', () => {
  expect(stranger(503, 30_000)).toEqual({ kind: 'retry', retryAfterMs: 30_000 });
  expect(stranger(429, 30_000)).toEqual({ kind: 'retry', retryAfterMs: 30_000 });
  expect(stranger(503, 999_999_000)).toEqual({ kind: 'retry', retryAfterMs: 120_000 });
});

test('any other stranger, and a network that is gone, are tried again as ever', () => {
  expect(stranger(200, 30_000)).toEqual({ kind: 'retry' });
  expect(stranger(503)).toEqual({ kind: 'retry' });
  expect(stranger()).toEqual({ kind: 'retry' });
});
