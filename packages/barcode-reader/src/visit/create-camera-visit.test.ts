import { expect, test, vi } from 'vitest';
import { createFrameFeed } from '../frames/frame-feed.ts';
import type { FrameReport } from '../frames/frame-report.ts';
import { createHeldTimers, FakePage, setUpCamera } from '../testing/camera-under-test.ts';
import { createCameraVisit } from './create-camera-visit.ts';

const withCode = { codes: [{ text: 'T-1' }] } as unknown as FrameReport;
const withoutCode = { codes: [] as const } as unknown as FrameReport;

/** A visit on a page, timers and a camera that the test commands. */
function setUp({ permission = 'granted', isSecureContext = true, idleAfterMs = 60_000 } = {}) {
  const permissions = { query: async () => ({ state: permission }) };
  const { camera, devices } = setUpCamera(undefined, { permissions });
  const frames = createFrameFeed();
  const page = new FakePage();
  const window = new EventTarget();
  const timers = createHeldTimers();
  const release = vi.fn(async () => {});
  const wakeLock = { request: vi.fn(async () => ({ release })) };
  const document = page as unknown as Document;
  const visit = createCameraVisit({
    ...{ camera, frames, timers, document, window, wakeLock, isSecureContext, idleAfterMs },
  });
  const phases: string[] = [];
  visit.subscribe(() => phases.push(visit.getSnapshot()));
  const press = (type: string) => window.dispatchEvent(new Event(type));
  return { visit, phases, camera, devices, frames, page, press, timers, wakeLock, release };
}

/** A visit that runs, with its camera open. */
async function setUpRunning(options = {}) {
  const world = setUp(options);
  world.visit.run();
  await world.camera.open();
  return world;
}

test.each([
  ['prompt', true, 'explaining'],
  ['prompt', false, 'running'],
  ['granted', true, 'running'],
  ['denied', true, 'running'],
])('with permission %s (secure context: %s) the next phase is %s', async (permission, isSecureContext, phase) => {
  const { visit, phases } = setUp({ permission, isSecureContext });
  visit.start();
  expect(visit.getSnapshot()).toBe('asking');
  await vi.waitFor(() => expect(phases).toEqual([phase]));
});

test('a visit that is stopped while it asks goes no further', async () => {
  const { visit, phases } = setUp();
  visit.start();
  visit.stop();
  await new Promise(setImmediate);
  expect(phases).toEqual([]);
});

test('the person who agrees to the prompt runs it', async () => {
  const { visit, phases } = setUp({ permission: 'prompt' });
  visit.start();
  await vi.waitFor(() => expect(visit.getSnapshot()).toBe('explaining'));
  visit.run();
  visit.run();
  expect(phases).toEqual(['explaining', 'running']);
});

test('a minute without input pauses it and closes the camera', async () => {
  const { visit, camera, timers, release } = await setUpRunning();
  expect(timers.fire()).toEqual([60_000]);
  expect(visit.getSnapshot()).toBe('paused');
  expect(camera.getSnapshot()).toEqual({ status: 'idle' });
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
});

test('a page that was hidden for a minute closes the camera, however long one that is seen waits', async () => {
  const { visit, camera, page, timers } = await setUpRunning({ idleAfterMs: 3_600_000 });
  page.show('hidden');
  page.show('visible');
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([3_600_000]);
  page.show('hidden');
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([3_600_000, 60_000]);
  timers.fire();
  expect(visit.getSnapshot()).toBe('paused');
  expect(camera.getSnapshot()).toEqual({ status: 'idle' });
  expect(timers.waiting.size).toBe(0);
  page.show('visible');
  await vi.waitFor(() => expect(camera.getSnapshot().status).toBe('live'));
});

test('another wait that is set while the page is hidden leaves the minute of a hidden page', async () => {
  const { visit, page, timers } = await setUpRunning();
  page.show('hidden');
  visit.setIdleAfter(3_600_000);
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([3_600_000, 60_000]);
});

test('another wait counts from now, and neither asks nor closes the camera; a visit that is stopped waits for nothing', async () => {
  const { visit, phases, camera, timers } = await setUpRunning({ idleAfterMs: 3_600_000 });
  visit.setIdleAfter(undefined);
  expect(camera.getSnapshot().status).toBe('live');
  expect(phases).toEqual(['running']);
  visit.stop();
  visit.setIdleAfter(1);
  expect(timers.waiting.size).toBe(0);
  visit.start();
  await vi.waitFor(() => expect(visit.getSnapshot()).toBe('running'));
  visit.setIdleAfter(30_000);
  expect(timers.fire()).toEqual([30_000]);
  expect(visit.getSnapshot()).toBe('paused');
});

test('a camera that is not live is not paused: the person has to read why; once it is live, a minute later', async () => {
  const { visit, camera, timers } = setUp();
  visit.run();
  timers.fire();
  expect(visit.getSnapshot()).toBe('running');
  expect(timers.waiting.size).toBe(0);
  await camera.open();
  expect(timers.fire()).toEqual([60_000]);
  expect(visit.getSnapshot()).toBe('paused');
});

test('a camera that only starts in a page hidden for a minute is closed a minute later, however long one that is seen waits', async () => {
  const { visit, camera, page, timers } = setUp({ idleAfterMs: 3_600_000 });
  visit.run();
  page.show('hidden');
  timers.fire();
  await camera.open();
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([3_600_000, 60_000]);
  page.show('visible');
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([3_600_000]);
});

test('input, a code in view and the return to the page start the wait again; a frame without a code does not', async () => {
  const { frames, page, press, timers } = await setUpRunning();
  const first = () => [...timers.waiting.keys()][0];
  for (const act of [
    () => press('pointerdown'),
    () => press('keydown'),
    () => frames.push(withCode),
    () => page.show('visible'),
  ]) {
    const timer = first();
    act();
    expect(first()).not.toBe(timer);
  }
  const timer = first();
  frames.push(withoutCode);
  page.show('hidden');
  expect(first()).toBe(timer);
});

test.each(['pointerup', 'keydown'])('a %s ends a pause and opens the camera again', async (type) => {
  const { visit, camera, press, timers } = await setUpRunning({ permission: 'prompt' });
  timers.fire();
  press('pointerdown');
  expect(visit.getSnapshot()).toBe('paused');
  press(type);
  expect(visit.getSnapshot()).toBe('running');
  await vi.waitFor(() => expect(camera.getSnapshot().status).toBe('live'));
});

test.each([
  ['granted', 'running'],
  ['prompt', 'paused'],
])('with permission %s the return to the page leaves a pause %s', async (permission, phase) => {
  const { visit, page, timers } = await setUpRunning({ permission });
  timers.fire();
  page.show('visible');
  await new Promise(setImmediate);
  expect(visit.getSnapshot()).toBe(phase);
});

test('a visit that is stopped leaves no timer, no wake lock and no listener behind', async () => {
  const { visit, page, press, timers, wakeLock, release } = await setUpRunning();
  visit.stop();
  expect(timers.waiting.size).toBe(0);
  page.show('visible');
  press('pointerdown');
  expect(timers.waiting.size).toBe(0);
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  expect(wakeLock.request).toHaveBeenCalledTimes(1);
});
