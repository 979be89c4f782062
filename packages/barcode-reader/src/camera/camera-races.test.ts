import { describe, expect, test, vi } from 'vitest';
import { setUpCamera } from '../testing/camera-under-test.ts';
import { createFakeCameraDevices, type FakeLens } from '../testing/index.ts';

/** A device that lists its cameras only when the test allows it, so that the check after a stream takes long. */
function slowToName(lenses?: readonly FakeLens[]) {
  const devices = createFakeCameraDevices(lenses);
  const waiting: (() => void)[] = [];
  const mediaDevices = {
    ...devices,
    async enumerateDevices() {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return devices.enumerateDevices();
    },
  };
  const name = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { ...setUpCamera(lenses, { mediaDevices }), devices, name, waiting };
}

describe('while the lens is still being checked', () => {
  test('closed and opened again, it is live again', async () => {
    const { camera, devices, name, waiting, status } = slowToName();
    const first = camera.open();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    camera.close();
    const second = camera.open();
    name();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    name();
    await Promise.all([first, second]);
    expect(status()).toBe('live');
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  });

  test('a camera that ends is opened again', async () => {
    const { camera, devices, name, waiting, status } = slowToName();
    void camera.open();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    devices.tracks[0]?.end();
    name();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    name();
    expect(status()).toBe('live');
    expect(devices.tracks[1]?.readyState).toBe('live');
  });

  test('another lens that the person chooses is used', async () => {
    const { camera, devices, name, waiting } = slowToName([{ deviceId: 'back' }, { deviceId: 'front' }]);
    void camera.open();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const chosen = camera.setLens('front');
    name();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    name();
    await chosen;
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'front' });
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  });
});

test('a lens that is chosen while a request is pending is the one that is used', async () => {
  const { camera, devices } = setUpCamera([{ deviceId: 'back' }, { deviceId: 'front' }]);
  const release = devices.hold();
  const opening = camera.open();
  const chosen = camera.setLens('front');
  release();
  await Promise.all([opening, chosen]);
  expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'front' });
  expect(devices.tracks.filter(({ readyState }) => readyState === 'live')).toHaveLength(1);
});

test('a block that was lifted while the view opened the camera by itself costs no second stream', async () => {
  const answers: ((answer: { state: string }) => void)[] = [];
  const permissions = { query: () => new Promise<{ state: string }>((resolve) => answers.push(resolve)) };
  const { camera, devices, page, status } = setUpCamera(undefined, { permissions });
  devices.refuseWith('NotAllowedError');
  await camera.open();
  devices.refuseWith(null);
  page.show('visible');
  await camera.open();
  expect(status()).toBe('live');
  for (const answer of answers) answer({ state: 'granted' });
  await new Promise(setImmediate);
  expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live']);
});

test('a signal of an earlier visit does not close a later one', async () => {
  const { camera, status } = setUpCamera();
  const earlier = new AbortController();
  await camera.open({ signal: earlier.signal });
  camera.close();
  await camera.open();
  earlier.abort();
  expect(status()).toBe('live');
});

test('a camera that ends as soon as it is live is not requested without a pause', async () => {
  const { camera, devices, timers, status } = setUpCamera();
  await camera.open();
  for (let count = 1; count <= 4; count++) {
    await vi.waitFor(() => expect(status()).toBe('live'));
    const requests = devices.requests.length;
    devices.tracks.at(-1)?.end();
    if (count === 1) continue;
    expect(status()).toBe('in-use');
    expect(devices.requests).toHaveLength(requests);
    expect(timers.fire()).toContain(1000 * 2 ** (count - 2));
  }
});

test('a hundred visits, some cut short, leave no listener, no timer and no live track behind', async () => {
  let listening = 0;
  const counted = <Target extends EventTarget>(target: Target): Target => {
    const { addEventListener, removeEventListener } = target;
    return Object.assign(target, {
      addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
        listening++;
        addEventListener.apply(target, args);
      },
      removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
        listening--;
        removeEventListener.apply(target, args);
      },
    });
  };
  const page = Object.assign(counted(new EventTarget()), { visibilityState: 'visible' });
  const permission = Object.assign(counted(new EventTarget()), { state: 'granted' });
  const fake = createFakeCameraDevices();
  const mediaDevices = Object.assign(counted(new EventTarget()), {
    ...fake,
    async getUserMedia(constraints: MediaStreamConstraints) {
      const stream = await fake.getUserMedia(constraints);
      for (const track of stream.getTracks()) counted(track);
      return stream;
    },
  });
  const { camera, timers } = setUpCamera(undefined, {
    ...{ mediaDevices, document: page, window: counted(new EventTarget()) },
    permissions: { query: async () => permission },
  });
  for (let visit = 0; visit < 100; visit++) {
    const opening = camera.open();
    if (visit % 3 === 0) camera.close();
    await opening;
    expect(listening > 0).toBe(visit % 3 !== 0);
    camera.close();
  }
  await new Promise(setImmediate);
  expect(listening).toBe(0);
  expect(timers.waiting.size).toBe(0);
  expect(fake.tracks.filter(({ readyState }) => readyState === 'live')).toEqual([]);
});
