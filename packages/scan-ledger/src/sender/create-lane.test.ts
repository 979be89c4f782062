import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createLane, type LaneAttempt, type LaneEnd } from './create-lane.ts';
import { createServerWatch } from './create-server-watch.ts';

const FAILED: LaneEnd = { kind: 'failed', failure: {} };

/** A lane whose attempts have these ends, the last again and again. */
function setUp(...ends: LaneEnd[]) {
  const clock = createFakeClock();
  const server = createServerWatch({ clock, surroundings: { isOnline: () => true } });
  const attempts: boolean[] = [];
  const during = { run: () => {} };
  const sendNext = async ({ onRead, isAsked }: LaneAttempt) => {
    onRead();
    attempts.push(isAsked);
    during.run();
    // A lane that asks for ever has no end to wait for, and must not fill the memory.
    if (attempts.length > 1_000) return new Promise<never>(() => {});
    return ends[attempts.length - 1] ?? (ends.at(-1) as LaneEnd);
  };
  const lane = createLane({ clock, server, sendNext, random: () => 1, onChange() {} });
  const nextTryMs = () => {
    const at = lane.nextTryAt();
    return at === null ? null : at - clock.now();
  };
  const ended = () => vi.waitFor(() => expect(lane.isRunning()).toBe(false));
  const start = async () => {
    lane.start();
    await ended();
  };
  return { clock, server, lane, attempts, during, nextTryMs, ended, start };
}

test('failures in a row double the time to the next try', async () => {
  const { clock, lane, nextTryMs, ended, start } = setUp(FAILED, FAILED, FAILED, { kind: 'empty' });
  await start();
  const times: (number | null)[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    times.push(nextTryMs());
    clock.advance(nextTryMs() ?? 0);
    await ended();
  }
  expect([times, nextTryMs()]).toEqual([[1_000, 2_000, 4_000], null]);
  await lane.stop();
});

test('halves of a batch follow each other after the first delay', async () => {
  const { clock, nextTryMs, ended, start } = setUp({ ...FAILED, isHalved: true });
  await start();
  for (let tries = 0; tries < 4; tries += 1) {
    expect(nextTryMs()).toBe(1_000);
    clock.advance(1_000);
    await ended();
  }
});

test('what has a time of its own is tried at that time', async () => {
  const at = createFakeClock().now() + 7_000;
  const { clock, attempts, nextTryMs, ended, start } = setUp({ kind: 'empty', dueAt: at }, { kind: 'empty' });
  await start();
  expect(nextTryMs()).toBe(7_000);
  clock.advance(7_000);
  await ended();
  expect([attempts, nextTryMs()]).toEqual([[true, false], null]);
});

test('only who asks makes the lane try what has a time of its own', async () => {
  const { lane, attempts, start } = setUp({ kind: 'sent' }, { kind: 'empty' });
  await start();
  await lane.proceed();
  await lane.drain();
  expect(attempts).toEqual([true, true, false, true]);
});

test('a delay that the server asked for is at least kept, also by who asks', async () => {
  const { clock, lane, attempts, nextTryMs, ended, start } = setUp(
    { kind: 'failed', failure: { retryAfterMs: 45_000 } },
    { kind: 'empty' },
  );
  await start();
  expect(nextTryMs()).toBe(45_000);
  await lane.drain();
  lane.hasten();
  expect([attempts.length, nextTryMs()]).toEqual([1, 45_000]);
  clock.advance(45_000);
  await ended();
  expect(attempts).toHaveLength(2);
});

test('a delay that another lane was asked for is kept too', async () => {
  const { clock, server, lane, attempts, ended, start } = setUp({ kind: 'empty' });
  await start();
  server.askedForDelay(10_000);
  await lane.proceed();
  expect(attempts).toHaveLength(1);
  clock.advance(10_000);
  await ended();
  expect(attempts).toHaveLength(2);
});

test('a success of another lane hastens a lane that waits for long, to no less than the first delay', async () => {
  const { clock, lane, nextTryMs, ended, start } = setUp(FAILED);
  await start();
  for (let tries = 0; tries < 5; tries += 1) {
    clock.advance(nextTryMs() ?? 0);
    await ended();
  }
  expect(nextTryMs()).toBe(32_000);
  lane.hasten();
  expect(nextTryMs()).toBe(1_000);
  clock.advance(500);
  lane.hasten();
  expect(nextTryMs()).toBe(500);
});

test('a success of another lane starts nothing where nothing failed', async () => {
  const { lane, nextTryMs, start } = setUp({ kind: 'empty' });
  await start();
  lane.hasten();
  expect(nextTryMs()).toBeNull();
});

test('what another lane failed to send is taken up a moment later, and not before a wait that runs', async () => {
  const { clock, lane, attempts, nextTryMs, ended, start } = setUp({ kind: 'empty' });
  lane.takeUp();
  expect(nextTryMs()).toBeNull();
  await start();
  lane.takeUp();
  expect(nextTryMs()).toBe(1_000);
  clock.advance(400);
  lane.takeUp();
  expect(nextTryMs()).toBe(600);
  clock.advance(600);
  await ended();
  expect(attempts).toHaveLength(2);
});

test('what another lane failed to send during a run is sent after it', async () => {
  const { lane, attempts, during, start } = setUp({ kind: 'empty' });
  during.run = () => {
    during.run = () => {};
    lane.takeUp();
  };
  await start();
  expect(attempts).toHaveLength(2);
});

test('what another lane failed to send does not wait for the time of what was put aside', async () => {
  const at = createFakeClock().now() + 30_000;
  const { clock, lane, attempts, nextTryMs, ended, start } = setUp({ kind: 'empty', dueAt: at }, { kind: 'empty' });
  await start();
  expect(nextTryMs()).toBe(30_000);
  lane.takeUp();
  expect(nextTryMs()).toBe(1_000);
  clock.advance(1_000);
  await ended();
  expect(attempts).toHaveLength(2);
});

test('a session that the server rejects is a problem to show, until a call succeeds', async () => {
  const refused: LaneEnd = { kind: 'failed', failure: { message: 'Sign in again' } };
  const { clock, lane, ended, start } = setUp(refused, FAILED, { kind: 'empty' });
  await start();
  const problems = [lane.problem()];
  for (let tries = 0; tries < 2; tries += 1) {
    clock.advance(60_000);
    await ended();
    problems.push(lane.problem());
  }
  expect(problems).toEqual([{ code: 'refused', message: 'Sign in again' }, null, null]);
});

test('what another lane failed to send waits with a lane that fails itself', async () => {
  const { clock, lane, nextTryMs, ended, start } = setUp(FAILED);
  await start();
  for (let tries = 0; tries < 3; tries += 1) {
    clock.advance(nextTryMs() ?? 0);
    await ended();
  }
  lane.takeUp();
  expect(nextTryMs()).toBe(8_000);
  await lane.stop();
});

test('a lane that is held tries again, as it was asked, and keeps its problem', async () => {
  const refused: LaneEnd = { kind: 'failed', failure: { message: 'Sign in again' } };
  const held: LaneEnd = { kind: 'held', retryMs: 1_000 };
  const { clock, lane, attempts, nextTryMs, ended, start } = setUp(refused, held, held, held, { kind: 'empty' });
  await start();
  clock.advance(nextTryMs() ?? 0);
  await ended();
  await lane.drain();
  expect([nextTryMs(), lane.problem()?.message]).toEqual([1_000, 'Sign in again']);
  for (let tries = 0; tries < 2; tries += 1) {
    clock.advance(1_000);
    await ended();
  }
  expect(attempts).toEqual([true, false, true, true, true]);
  expect([nextTryMs(), lane.problem()]).toEqual([null, null]);
});
