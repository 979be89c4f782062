import { describe, expect, test } from 'vitest';
import type { CameraEvent } from './camera-event.ts';
import { type CameraModel, closedCamera, requestedLensId } from './camera-model.ts';
import type { Lens, LiveCameraState } from './camera-state.ts';
import { transition } from './transition.ts';

const stream = {} as MediaStream;
const live: LiveCameraState = {
  ...{ status: 'live', stream, lensId: 'wide', label: 'Ultra Wide', torchOn: false, zoom: 1, focusMode: null },
  capabilities: { torch: true, lenses: 1, zoom: null },
};
const lenses: readonly Lens[] = [
  { deviceId: 'wide', label: 'Ultra Wide' },
  { deviceId: 'back', label: 'Back' },
];
const refusal = (name: string) => Object.assign(new Error(name), { name });

function after(...events: readonly CameraEvent[]): CameraModel {
  return events.reduce(transition, closedCamera);
}

const requested: CameraEvent = { type: 'stream-requested' };
const arrived: CameraEvent = { type: 'stream-arrived', asked: null, live };
const onTrial: readonly CameraEvent[] = [
  requested,
  arrived,
  { type: 'lens-checked', stream, lenses, mayChange: true, focusMode: null },
];

describe('an answer to a request', () => {
  test('makes the camera live, and names its lens for a restart', () => {
    const model = after(requested, arrived);
    expect(model.state).toEqual(live);
    expect(requestedLensId(model)).toBe('wide');
  });

  test.each<CameraEvent>([
    arrived,
    { type: 'stream-refused', asked: null, error: refusal('NotAllowedError') },
    { type: 'empty-stream-arrived', asked: null },
  ])('is ignored once the camera is closed ($type)', (answer) => {
    expect(after(requested, { type: 'closed' }, answer).state).toEqual({ status: 'idle' });
  });

  test('is ignored once another lens is chosen', () => {
    const model = after(requested, { type: 'lens-chosen', deviceId: 'front' }, arrived);
    expect(model.state).toEqual({ status: 'starting' });
    expect(requestedLensId(model)).toBe('front');
  });

  test('without a video track means that there is no camera', () => {
    expect(after(requested, { type: 'empty-stream-arrived', asked: null }).state).toEqual({ status: 'no-camera' });
  });
});

describe('a refusal', () => {
  const refuse = (asked: string | null, name: string): CameraEvent => ({
    type: 'stream-refused',
    asked,
    error: refusal(name),
  });

  test('of a remembered lens that is gone asks for any lens', () => {
    const model = after({ type: 'lens-remembered', deviceId: 'usb' }, requested, refuse('usb', 'OverconstrainedError'));
    expect(model.state).toEqual({ status: 'starting' });
    expect(requestedLensId(model)).toBeNull();
    expect([...model.refusedLenses]).toEqual(['usb']);
  });

  test('of a lens that was in use is final while another program has it', () => {
    const model = after(
      requested,
      arrived,
      { type: 'stream-lost', restart: 'now' },
      refuse('wide', 'NotReadableError'),
    );
    expect(model.state).toEqual({ status: 'in-use' });
    expect(requestedLensId(model)).toBe('wide');
  });

  test('of a lens on trial asks for any lens, and that lens is not tried again', () => {
    const refused = after(...onTrial, refuse('back', 'NotReadableError'));
    expect(refused.state).toEqual({ status: 'starting' });
    const model = [arrived, onTrial[2] as CameraEvent].reduce(transition, refused);
    expect(model.state).toMatchObject({ status: 'live', lensId: 'wide' });
  });

  test('of a camera that is in use elsewhere is remembered while it is requested again', () => {
    const inUse = after(requested, refuse(null, 'NotReadableError'));
    const again = transition(inUse, requested);
    expect(again.state).toEqual({ status: 'starting', after: 'in-use' });
    expect(transition(again, requested)).toBe(again);
    expect(transition(again, arrived).state).toEqual(live);
    expect(transition(again, refuse(null, 'NotAllowedError')).state).toEqual({ status: 'blocked' });
  });

  test('of permission is final, on trial or not', () => {
    expect(after(...onTrial, refuse('back', 'NotAllowedError')).state).toEqual({ status: 'blocked' });
  });
});

describe('a live camera', () => {
  test('leaves an ultra-wide lens that the browser chose', () => {
    const model = after(...onTrial);
    expect(model).toMatchObject({ state: { status: 'starting' }, lens: { kind: 'on-trial', deviceId: 'back' } });
  });

  test('stays on an ultra-wide lens that a request named', () => {
    const check: CameraEvent = { type: 'lens-checked', stream, lenses, mayChange: false, focusMode: 'continuous' };
    expect(after(requested, arrived, check).state).toMatchObject({
      ...{ status: 'live', lensId: 'wide', focusMode: 'continuous' },
      capabilities: { lenses: 2 },
    });
  });

  test.each(['now', 'later'] as const)('that is lost restarts %s', (restart) => {
    const { state } = after(requested, arrived, { type: 'stream-lost', restart });
    expect(state).toEqual({ status: restart === 'now' ? 'starting' : 'in-use' });
  });

  test('is the same object while nothing changes', () => {
    const model = after(requested, arrived);
    for (const event of [
      { type: 'torch-applied', stream, on: false },
      { type: 'zoom-applied', stream: {} as MediaStream, zoom: 3 },
      { type: 'lenses-counted', count: 0 },
    ] as const) {
      expect(transition(model, event)).toBe(model);
    }
  });

  test('loses its zoom when another lens is chosen', () => {
    const chosen: CameraEvent = { type: 'lens-chosen', deviceId: 'back' };
    const model = after(requested, arrived, { type: 'zoom-requested', zoom: 2 }, chosen);
    expect(model.wanted).toEqual({ torch: false, zoom: null });
    expect(model.state).toEqual({ status: 'starting' });
  });

  test('that is closed forgets torch, zoom and refusals, and remembers its lens', () => {
    const model = after(
      ...onTrial,
      { type: 'torch-requested', on: true },
      { type: 'stream-refused', asked: 'back', error: refusal('NotFoundError') },
      arrived,
      { type: 'closed' },
    );
    expect(model).toEqual({ ...closedCamera, lens: { kind: 'named', deviceId: 'wide' } });
  });
});

test.each([
  [true, 'no-camera'],
  [false, 'insecure'],
] as const)('a browser without devices (secure context: %s) means %s', (isSecureContext, status) => {
  expect(after({ type: 'devices-missing', isSecureContext }).state).toEqual({ status });
});
