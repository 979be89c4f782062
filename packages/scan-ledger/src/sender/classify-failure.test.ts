import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
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

const refused = (status: number, retryAfterMs?: number) =>
  classifyFailure({
    ...{ kind: 'refused', status, code: 'unavailable', message: 'Message', answer: NO_ANSWER_HEADERS },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

test.each([400, 409, 413, 422])('a %i of the server blames the content: the batch is split', (status) => {
  expect(refused(status)).toEqual({ kind: 'split', code: 'unavailable', message: 'Message' });
});

test.each([408, 425, 429, 500, 503])('a %i of the server is retried, after the delay that it asks for', (status) => {
  expect(refused(status)).toStrictEqual({ kind: 'retry' });
  expect(refused(status, 999_999_000)).toEqual({ kind: 'retry', retryAfterMs: 999_999_000 });
});

test.each([401, 403, 404, 499])('a %i of the server is retried, and its message is shown', (status) => {
  expect(refused(status)).toEqual({ kind: 'retry-and-show', message: 'Message' });
});
