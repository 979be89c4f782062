import { expect, test } from 'vitest';
import { classifyFailure } from './classify-failure.ts';

const fromIntermediary = (status?: number, retryAfterMs?: number) =>
  classifyFailure({
    kind: 'unreachable',
    cause: new SyntaxError('<html> is not JSON'),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

test('a balancer in front of the server gets the delay that it asks for, up to a limit', () => {
  expect(fromIntermediary(503, 30_000)).toEqual({ kind: 'retry', retryAfterMs: 30_000 });
  expect(fromIntermediary(429, 30_000)).toEqual({ kind: 'retry', retryAfterMs: 30_000 });
  expect(fromIntermediary(503, 999_999_000)).toEqual({ kind: 'retry', retryAfterMs: 120_000 });
});

test('any other intermediary, and a lost network, are retried at the usual pace', () => {
  expect(fromIntermediary(200, 30_000)).toEqual({ kind: 'retry' });
  expect(fromIntermediary(503)).toEqual({ kind: 'retry' });
  expect(fromIntermediary()).toEqual({ kind: 'retry' });
});
