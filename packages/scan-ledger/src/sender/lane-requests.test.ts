import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createLane, type LaneAttempt, type LaneEnd } from './create-lane.ts';
import { createServerWatch } from './create-server-watch.ts';

const EMPTY: LaneEnd = { kind: 'empty' };
const FAILED: LaneEnd = { kind: 'failed', failure: {} };

type Attempt = (attempt: LaneAttempt) => LaneEnd | Promise<LaneEnd>;

/** A lane whose attempts do this one after the other, the last again and again. */
function setUp(...attempts: [Attempt, ...Attempt[]]) {
  const clock = createFakeClock();
  const server = createServerWatch({ clock, surroundings: { isOnline: () => true } });
  const sendNext = vi.fn(async (attempt: LaneAttempt) => {
    const made = sendNext.mock.calls.length;
    // A lane that asks for ever has no end to wait for, and must not fill the memory.
    if (made > 100) return new Promise<never>(() => {});
    return (attempts[made - 1] ?? (attempts.at(-1) as Attempt))(attempt);
  });
  const onChange = vi.fn();
  const lane = createLane({ clock, server, sendNext, random: () => 1, onChange });
  const nextTryMs = () => {
    const at = lane.nextTryAt();
    return at === null ? null : at - clock.now();
  };
  const start = async () => {
    lane.start();
    await lane.idle();
  };
  return { clock, server, lane, sendNext, onChange, nextTryMs, start };
}

/** So many steps of code that runs on its own. */
async function steps(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await Promise.resolve();
}

test('whoever asks for sending is served, at whatever step of a run that ends', async () => {
  for (let asksAfter = 0; asksAfter < 20; asksAfter += 1) {
    const { lane, sendNext, start } = setUp(({ onRead }) => {
      onRead();
      if (sendNext.mock.calls.length === 1) void steps(asksAfter).then(() => lane.proceed());
      return EMPTY;
    });
    await start();
    await steps(50);
    expect([asksAfter, sendNext.mock.calls.length]).toEqual([asksAfter, 2]);
    await lane.stop();
  }
});

test('who asks before the storage is read is served by that', async () => {
  const { lane, sendNext, start } = setUp(({ onRead }) => {
    void lane.proceed();
    onRead();
    return EMPTY;
  });
  await start();
  await steps(50);
  expect(sendNext).toHaveBeenCalledTimes(1);
});

test('who waits for the lane waits for the call that runs', async () => {
  const end = Promise.withResolvers<LaneEnd>();
  const { lane } = setUp(() => end.promise);
  lane.start();
  const ended = vi.fn();
  void lane.idle().then(ended);
  await steps(50);
  expect(ended).not.toHaveBeenCalled();
  end.resolve(EMPTY);
  await lane.idle();
  expect([lane.isRunning(), ended.mock.calls.length]).toEqual([false, 1]);
});

test('it is told as a run begins, as it ends, and as the next try changes', async () => {
  const { clock, lane, onChange, start } = setUp(() => FAILED);
  const running: boolean[] = [];
  onChange.mockImplementation(() => running.push(lane.isRunning()));
  await start();
  expect(running).toEqual([true, false]);
  const changes = (change: () => void) => {
    const before = onChange.mock.calls.length;
    change();
    return onChange.mock.calls.length - before;
  };
  expect(changes(lane.hasten)).toBe(0);
  clock.advance(1_000);
  await lane.idle();
  expect([changes(lane.hasten), changes(lane.hasten)]).toEqual([1, 0]);
  await lane.stop();
});

test('it is told as something is taken up, once', async () => {
  const { lane, onChange, start } = setUp(() => EMPTY);
  await start();
  onChange.mockClear();
  lane.takeUp();
  lane.takeUp();
  expect(onChange).toHaveBeenCalledTimes(1);
  await lane.stop();
});

test('there is no next try while the first one runs', async () => {
  const { nextTryMs, start } = setUp(() => {
    expect(nextTryMs()).toBeNull();
    return EMPTY;
  });
  await start();
  expect(nextTryMs()).toBeNull();
});

test('who asks during the wait after a failure ends that wait', async () => {
  const { lane, nextTryMs, start } = setUp(
    () => FAILED,
    () => EMPTY,
  );
  await start();
  expect(nextTryMs()).toBe(1_000);
  await lane.drain();
  expect(nextTryMs()).toBeNull();
});

test('a delay that another lane was asked for shortens no longer wait', async () => {
  const { clock, server, lane, nextTryMs, start } = setUp(() => FAILED);
  await start();
  for (let tries = 0; tries < 5; tries += 1) {
    clock.advance(nextTryMs() ?? 0);
    await lane.idle();
  }
  server.askedForDelay(10_000);
  await lane.drain();
  expect(nextTryMs()).toBe(32_000);
});

test('a failure without a delay leaves the one that another lane was asked for', async () => {
  const { server, nextTryMs, start } = setUp(() => {
    server.askedForDelay(10_000);
    return FAILED;
  });
  await start();
  expect([server.delayLeftMs(), nextTryMs()]).toEqual([10_000, 10_000]);
});

test('a success of another lane does not hasten what was put aside for later', async () => {
  const dueAt = createFakeClock().now() + 30_000;
  const { lane, nextTryMs, start } = setUp(() => ({ kind: 'empty', dueAt }));
  await start();
  lane.hasten();
  expect(nextTryMs()).toBe(30_000);
  await lane.stop();
});

test.each<[string, () => LaneEnd]>([
  ['has sent something', () => ({ kind: 'sent' })],
  ['was refused', () => ({ kind: 'failed', failure: { message: 'Sign in again' } })],
  [
    'finds its storage broken',
    () => {
      throw new Error('broken');
    },
  ],
])('a lane that is stopped during a call sends nothing more and has no problem, also where it %s', async (_, end) => {
  const sending = Promise.withResolvers<void>();
  const { clock, lane, sendNext, nextTryMs } = setUp(async ({ signal }) => {
    await sending.promise;
    expect(signal.aborted).toBe(true);
    return end();
  });
  lane.start();
  await steps(5);
  const stopped = lane.stop();
  sending.resolve();
  await stopped;
  clock.advance(60_000);
  expect([sendNext.mock.calls.length, lane.problem(), nextTryMs()]).toEqual([1, null, null]);
});

test('a lane that is stopped leaves no timer, and one that was never started can be stopped', async () => {
  const { clock, lane, start } = setUp(() => FAILED);
  await lane.stop();
  await start();
  await lane.stop();
  const after = vi.spyOn(clock, 'after');
  clock.advance(120_000);
  expect(after).not.toHaveBeenCalled();
});
