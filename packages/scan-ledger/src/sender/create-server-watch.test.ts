import { type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createServerWatch, isAnswer } from './create-server-watch.ts';

const OK: ApiOutcome<unknown> = { ok: true, value: null, answer: NO_ANSWER_HEADERS };
const UNREACHABLE: ApiOutcome<unknown> = { ok: false, failure: { kind: 'unreachable', cause: null } };
const refused = (status: number, retryAfterMs?: number): ApiOutcome<unknown> => ({
  ok: false,
  failure: {
    ...{ kind: 'refused', status, code: 'unavailable', message: '', answer: NO_ANSWER_HEADERS },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  },
});

function setUp() {
  const clock = createFakeClock();
  const browser = { isOnline: true };
  const server = createServerWatch({ clock, surroundings: { isOnline: () => browser.isOnline } });
  const call = (outcome: ApiOutcome<unknown>) => server.watch({ call: async () => outcome }).call();
  return { clock, browser, server, call };
}

test.each<[string, ApiOutcome<unknown>, boolean]>([
  ...[400, 401, 403, 404, 409, 413, 422, 500, 503].map((status): [string, ApiOutcome<unknown>, boolean] => [
    `a ${status}`,
    refused(status),
    true,
  ]),
  ['a 503 with a delay', refused(503, 1_000), false],
  ...[408, 425, 429, 502, 504].map((status): [string, ApiOutcome<unknown>, boolean] => [
    `a ${status}`,
    refused(status),
    false,
  ]),
  ['a result', OK, true],
  ['a lost network', UNREACHABLE, false],
])('%s is an answer or not', (_what, outcome, expected) => {
  expect(isAnswer(outcome)).toBe(expected);
});

test('an answered call of any kind counts, a failed one that nobody waits for does not', async () => {
  const { server, call } = setUp();
  await call(UNREACHABLE);
  expect(server.contact().kind).toBe('unknown');
  await call(refused(404));
  expect(server.contact().kind).toBe('answered');
  await call(refused(503));
  expect(server.contact().kind).toBe('answered');
});

test('a watched port keeps what is no call, and hands on the arguments', async () => {
  const { server } = setUp();
  const call = vi.fn(async (..._parameters: unknown[]) => OK);
  const watched = server.watch({ size: 3, call });
  expect(await watched.call('a', 2)).toBe(OK);
  expect([watched.size, call.mock.calls]).toEqual([3, [['a', 2]]]);
});

describe('a call that somebody waits for', () => {
  test.each([
    ['answered', OK, 'answered'],
    ['refused', refused(403), 'answered'],
    ['without a network', UNREACHABLE, 'unanswered'],
    ['too much for the server', refused(429), 'unanswered'],
  ] as const)('that is %s', (_what, outcome, kind) => {
    const { server } = setUp();
    server.began().ended(outcome);
    expect(server.contact().kind).toBe(kind);
  });

  test('has no answer once its budget is over, whatever comes later', () => {
    const { server } = setUp();
    const call = server.began();
    call.late();
    call.ended(OK);
    expect(server.contact().kind).toBe('unanswered');
  });

  test('says nothing if another call was answered meanwhile', async () => {
    const { server, call } = setUp();
    const hanging = server.began();
    await call(OK);
    hanging.late();
    expect(server.contact().kind).toBe('answered');
  });
});

describe('a page that was frozen, or whose device slept, during a call', () => {
  const asleep: [string, (clock: ReturnType<typeof createFakeClock>) => void][] = [
    ['both clocks go on', (clock) => clock.advance(15_001)],
    ['the steady clock stood still', (clock) => clock.set(clock.now() + 15_001)],
  ];

  test.each(asleep)('does not count its answer: %s', async (_what, sleep) => {
    const { clock, server } = setUp();
    const slept = async () => {
      sleep(clock);
      return OK;
    };
    await server.watch({ slept }).slept();
    expect(server.contact().kind).toBe('unknown');
  });

  test.each(asleep)('does not know whether the budget ended without an answer: %s', async (_what, sleep) => {
    const { clock, server, call } = setUp();
    await call(OK);
    const frozen = server.began();
    sleep(clock);
    frozen.late();
    frozen.ended(OK);
    expect(server.contact()).toMatchObject({ kind: 'answered', answers: 1 });
  });

  test('counts an answer after 15 s, the time limit of a call', async () => {
    const { clock, server } = setUp();
    const call = server.began();
    clock.advance(15_000);
    call.ended(OK);
    expect(server.contact().kind).toBe('answered');
  });
});

test("an answer contradicts the browser's report of no network", async () => {
  const { clock, browser, server, call } = setUp();
  browser.isOnline = false;
  expect(server.isOffline()).toBe(true);
  await call(OK);
  clock.advance(3_600_000);
  expect(server.isOffline()).toBe(false);
});

test('an answer that arrives as the network goes contradicts nothing', async () => {
  const { clock, browser, server } = setUp();
  const sent = Promise.withResolvers<ApiOutcome<unknown>>();
  const answered = server.watch({ call: () => sent.promise }).call();
  const awaited = server.began();
  browser.isOnline = false;
  sent.resolve(OK);
  await answered;
  awaited.ended(OK);
  expect(server.contact()).toMatchObject({ kind: 'answered', whileOffline: false });
  clock.advance(10_001);
  expect(server.isOffline()).toBe(true);
});

test('a call that reaches no server while the browser reports no network ends what an answer said against it', async () => {
  const { clock, browser, server, call } = setUp();
  browser.isOnline = false;
  await call(OK);
  await call(refused(503));
  expect(server.contact()).toMatchObject({ whileOffline: true });
  browser.isOnline = true;
  await call(UNREACHABLE);
  expect(server.contact()).toMatchObject({ whileOffline: true });
  browser.isOnline = false;
  await call(UNREACHABLE);
  expect(server.contact()).toMatchObject({ kind: 'answered', answers: 2, whileOffline: false });
  clock.advance(10_001);
  expect(server.isOffline()).toBe(true);
});

test('a delay that the server asked for ends by the clock, and at once if that was set back', () => {
  const { clock, server } = setUp();
  expect(server.delayLeftMs()).toBe(0);
  server.askedForDelay(45_000);
  clock.advance(44_999);
  expect(server.delayLeftMs()).toBe(1);
  clock.advance(1);
  expect(server.delayLeftMs()).toBe(0);
  server.askedForDelay(45_000);
  clock.set(clock.now() - 1);
  expect(server.delayLeftMs()).toBe(0);
});

test('a success is announced, a failure and a refusal are not', async () => {
  const { server, call } = setUp();
  const onSuccess = vi.fn();
  const unsubscribe = server.onSuccess(onSuccess);
  for (const outcome of [refused(404), UNREACHABLE]) await call(outcome);
  expect(onSuccess).not.toHaveBeenCalled();
  await call(OK);
  server.began().ended(OK);
  unsubscribe();
  await call(OK);
  expect(onSuccess).toHaveBeenCalledTimes(2);
});

test('a segment is no answer of now: it may come from the cache of the browser', async () => {
  const { server } = setUp();
  await server.watch({ fetchSegment: async () => OK }).fetchSegment();
  expect(server.contact().kind).toBe('unknown');
});
