import { describe, expect, test, vi } from 'vitest';
import { createFakeCameraDevices, type FakeLens } from '../testing/index.ts';
import type { CameraOptions } from './camera-ports.ts';
import { createCamera } from './create-camera.ts';

class FakePage extends EventTarget {
  visibilityState = 'visible';
  show(state: 'visible' | 'hidden') {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** Timers that a test lets go off. */
function createHeldTimers() {
  const waiting = new Map<number, { callback: () => void; ms: number }>();
  let next = 1;
  return {
    waiting,
    setTimeout(callback: () => void, ms: number) {
      waiting.set(next, { callback, ms });
      return next++;
    },
    clearTimeout: (handle: unknown) => void waiting.delete(handle as number),
    /** Lets what waits go off. @returns how long it would have waited */
    goOff() {
      const all = [...waiting.values()];
      waiting.clear();
      for (const { callback } of all) callback();
      return all.map(({ ms }) => ms);
    },
  };
}

function createMemory(kept: string | null = null) {
  return {
    load: () => kept,
    save(deviceId: string) {
      kept = deviceId;
    },
  };
}

function setUp(lenses?: readonly FakeLens[], options: CameraOptions = {}) {
  const devices = createFakeCameraDevices(lenses);
  const page = new FakePage();
  const window = new EventTarget();
  const timers = createHeldTimers();
  const camera = createCamera({
    ...{ mediaDevices: devices, permissions: null, document: page, window, timers },
    ...{ lensMemory: createMemory(), ...options },
  });
  const history: string[] = [];
  camera.subscribe(() => history.push(camera.getSnapshot().status));
  return { devices, page, window, timers, camera, history, status: () => camera.getSnapshot().status };
}

const screen = () => ({
  srcObject: null as MediaProvider | null,
  muted: false,
  playsInline: false,
  play: async () => {},
});

describe('opening', () => {
  test('asks for the camera that looks away, at 1280 x 720, without sound', async () => {
    const { camera, devices, history } = setUp([{ deviceId: 'back', label: 'Back camera' }]);
    await camera.open();
    expect(devices.requests).toEqual([
      { audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } } },
    ]);
    expect(history).toEqual(['starting', 'live']);
    expect(camera.getSnapshot()).toMatchObject({
      label: 'Back camera',
      torchOn: false,
      capabilities: { torch: false, lenses: 1 },
    });
  });

  test.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'blocked'],
    ['NotFoundError', 'no-camera'],
    ['OverconstrainedError', 'no-camera'],
    ['NotReadableError', 'in-use'],
    ['AbortError', 'in-use'],
    ['DataError', 'failed'],
  ])('a refusal by %s is told as %s', async (name, status) => {
    const { camera, devices } = setUp();
    devices.refuseWith(name);
    await camera.open();
    expect(camera.getSnapshot().status).toBe(status);
  });

  test('an insecure page is told from a device without cameras', async () => {
    const insecure = setUp([], { mediaDevices: null, isSecureContext: false });
    await insecure.camera.open();
    expect(insecure.status()).toBe('insecure');
    const bare = setUp([], { mediaDevices: null, isSecureContext: true });
    await bare.camera.open();
    expect(bare.status()).toBe('no-camera');
  });

  test('asks once, however often it is called', async () => {
    const { camera, devices } = setUp();
    await Promise.all([camera.open(), camera.open()]);
    await camera.open();
    expect(devices.requests).toHaveLength(1);
  });

  test('a signal closes it, and an aborted one never opens it', async () => {
    const { camera, devices, status } = setUp();
    const abort = new AbortController();
    await camera.open({ signal: abort.signal });
    abort.abort();
    expect(status()).toBe('idle');
    expect(devices.tracks[0]?.readyState).toBe('ended');
    await expect(camera.open({ signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(devices.requests).toHaveLength(1);
  });
});

describe('closing', () => {
  test('stops the track and forgets the stream', async () => {
    const { camera, devices, status } = setUp();
    await camera.open();
    camera.close();
    expect(status()).toBe('idle');
    expect(devices.tracks[0]?.readyState).toBe('ended');
  });

  test('stops a stream that arrives late', async () => {
    const { camera, devices, status } = setUp();
    const letGo = devices.hold();
    const opening = camera.open();
    camera.close();
    letGo();
    await opening;
    expect(status()).toBe('idle');
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('mounted, unmounted and mounted again at once (StrictMode), it asks once and lives', async () => {
    const { camera, devices, status } = setUp();
    const letGo = devices.hold();
    const first = camera.open();
    camera.close();
    const second = camera.open();
    expect(status()).toBe('starting');
    letGo();
    await Promise.all([first, second]);
    expect(status()).toBe('live');
    expect(devices.requests).toHaveLength(1);
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live']);
  });

  test('a refusal that arrives late says nothing', async () => {
    const { camera, devices, status } = setUp();
    const letGo = devices.hold();
    devices.refuseWith('NotAllowedError');
    const opening = camera.open();
    camera.close();
    letGo();
    await opening;
    expect(status()).toBe('idle');
  });
});

describe('showing', () => {
  test('a video gets the stream when it is live, and loses it when it is closed', async () => {
    const { camera } = setUp();
    const video = screen();
    camera.attach(video);
    expect(video.srcObject).toBeNull();
    await camera.open();
    const state = camera.getSnapshot();
    expect(video.srcObject).toBe(state.status === 'live' ? state.stream : undefined);
    expect(video).toMatchObject({ muted: true, playsInline: true });
    camera.close();
    expect(video.srcObject).toBeNull();
  });

  test('a video that comes late gets it at once, and one that left gets it no more', async () => {
    const { camera } = setUp();
    await camera.open();
    const video = screen();
    const detach = camera.attach(video);
    expect(video.srcObject).not.toBeNull();
    detach();
    expect(video.srcObject).toBeNull();
  });
});

describe('recovering', () => {
  test('a camera that ended is opened again', async () => {
    const { camera, devices, status } = setUp();
    await camera.open();
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    await vi.waitFor(() => expect(status()).toBe('live'));
  });

  test('a camera that went dark in the background is opened again when somebody comes back', async () => {
    const { camera, devices, page, status } = setUp();
    await camera.open();
    page.show('hidden');
    devices.tracks[0]?.mute();
    expect(devices.requests).toHaveLength(1);
    page.show('visible');
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    await vi.waitFor(() => expect(status()).toBe('live'));
    expect(devices.tracks[0]?.readyState).toBe('ended');
  });

  test('a page that comes out of the back-forward cache looks after its camera', async () => {
    const { camera, devices, window } = setUp();
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.readyState = 'ended';
    window.dispatchEvent(new Event('pageshow'));
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
  });

  test('a living camera is left alone when somebody comes back', async () => {
    const { camera, devices, page } = setUp();
    await camera.open();
    page.show('hidden');
    page.show('visible');
    expect(devices.requests).toHaveLength(1);
  });

  test('a camera that another program had is tried again on coming back', async () => {
    const { camera, devices, page, status } = setUp();
    devices.refuseWith('NotReadableError');
    await camera.open();
    devices.refuseWith(null);
    page.show('visible');
    await vi.waitFor(() => expect(status()).toBe('live'));
  });

  test('a blocked camera is asked for again only when the block was lifted', async () => {
    let permission = 'denied';
    const permissions = { query: async () => ({ state: permission }) };
    const { camera, devices, page, status } = setUp(undefined, { permissions });
    devices.refuseWith('NotAllowedError');
    await camera.open();
    page.show('visible');
    devices.refuseWith(null);
    permission = 'granted';
    expect(devices.requests).toHaveLength(1);
    page.show('visible');
    await vi.waitFor(() => expect(status()).toBe('live'));
    expect(devices.requests).toHaveLength(2);
  });

  test('a closed camera stays closed when somebody comes back', async () => {
    const { camera, devices, page } = setUp();
    await camera.open();
    camera.close();
    page.show('visible');
    expect(devices.requests).toHaveLength(1);
  });
});

describe('light and lens', () => {
  const two = [{ deviceId: 'back', torch: true }, { deviceId: 'front' }];

  test('the light is switched where there is one', async () => {
    const { camera, devices } = setUp(two);
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ capabilities: { torch: true, lenses: 2 } });
    expect(await camera.setTorch(true)).toBe(true);
    expect(camera.getSnapshot()).toMatchObject({ torchOn: true });
    expect(devices.tracks[0]?.torchOn).toBe(true);
    expect(await camera.setTorch(false)).toBe(false);
  });

  test('a light that does not obey is not said to be on', async () => {
    const { camera, devices } = setUp(two);
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.applyConstraints = () => Promise.reject(new Error('no'));
    expect(await camera.setTorch(true)).toBe(false);
    expect(camera.getSnapshot()).toMatchObject({ torchOn: false });
  });

  test('a lens without light says so', async () => {
    const { camera } = setUp();
    await camera.open();
    expect(await camera.setTorch(true)).toBe(false);
  });

  test('the lenses go round, the old one stopped before the new one is asked for', async () => {
    const { camera, devices } = setUp(two);
    await camera.open();
    await camera.switchLens();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', label: 'front' });
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    await camera.switchLens();
    expect(camera.getSnapshot()).toMatchObject({ label: 'back' });
  });

  test('one lens alone is never switched', async () => {
    const { camera, devices } = setUp();
    await camera.open();
    await camera.switchLens();
    expect(devices.requests).toHaveLength(1);
  });
});

describe('choosing a lens', () => {
  const phone = [
    { deviceId: 'wide', label: 'Back Ultra Wide Camera' },
    { deviceId: 'front', label: 'Front Camera' },
    { deviceId: 'back', label: 'Back Camera' },
  ];

  test('an ultra-wide lens is left for the one that codes can be read with', async () => {
    const { camera, devices } = setUp(phone);
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back', label: 'Back Camera' });
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  });

  test('a lens that the person chose is kept, ultra-wide or not, and asked for at the next visit', async () => {
    const lensMemory = createMemory();
    const first = setUp(phone, { lensMemory });
    await first.camera.open();
    await first.camera.setLens('wide');
    expect(first.camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'wide' });
    const second = setUp(phone, { lensMemory });
    await second.camera.open();
    expect(second.devices.requests).toMatchObject([{ video: { deviceId: { exact: 'wide' } } }]);
    expect(second.camera.getSnapshot()).toMatchObject({ lensId: 'wide' });
  });

  test('a remembered lens that is gone gives way to another', async () => {
    const { camera, devices } = setUp(undefined, { lensMemory: createMemory('unplugged') });
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back' });
    expect(devices.requests).toHaveLength(2);
  });

  test('after a restart the same lens is asked for: phones come back on the ultra-wide one', async () => {
    const { camera, devices } = setUp(phone);
    await camera.open();
    devices.tracks.at(-1)?.end();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(3));
    expect(devices.requests.at(-1)).toMatchObject({ video: { deviceId: { exact: 'back' } } });
  });

  test('the lenses are listed by name once the camera was allowed', async () => {
    const { camera } = setUp(phone);
    expect((await camera.listLenses()).map(({ label }) => label)).toEqual(['', '', '']);
    await camera.open();
    expect((await camera.listLenses()).map(({ label }) => label)).toContain('Back Camera');
  });
});

describe('zoom, focus and light', () => {
  const lens = {
    deviceId: 'back',
    torch: true,
    zoom: { min: 1, max: 5, step: 0.5 },
    focusModes: ['manual', 'continuous'],
  };

  test('the lens is told to focus by itself', async () => {
    const { camera, devices } = setUp([lens]);
    await camera.open();
    expect(devices.tracks[0]?.focusMode).toBe('continuous');
    expect(camera.getSnapshot()).toMatchObject({ focusMode: 'continuous' });
  });

  test('zoom stays within what the lens can, and is believed when the lens says so', async () => {
    const { camera, devices } = setUp([lens]);
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({
      zoom: 1,
      capabilities: { zoom: { minimum: 1, maximum: 5, step: 0.5 } },
    });
    expect(await camera.setZoom(2)).toBe(2);
    expect(await camera.setZoom(50)).toBe(5);
    expect(camera.getSnapshot()).toMatchObject({ zoom: 5 });
    const [track] = devices.tracks;
    if (track) track.applyConstraints = async () => {};
    expect(await camera.setZoom(2)).toBe(5);
  });

  test('a lens without zoom says so', async () => {
    const { camera } = setUp();
    await camera.open();
    expect(await camera.setZoom(3)).toBe(1);
    expect(camera.getSnapshot()).toMatchObject({ capabilities: { zoom: null }, focusMode: null });
  });

  test('the light that was on is on again after a restart, and off after closing', async () => {
    const { camera, devices } = setUp([lens]);
    await camera.open();
    await camera.setTorch(true);
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks[1]?.torchOn).toBe(true));
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ torchOn: true }));
    camera.close();
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ torchOn: false });
  });
});

describe('coming back', () => {
  test('a camera that another program has is asked for again, less and less often', async () => {
    const { camera, devices, timers, status } = setUp();
    devices.refuseWith('NotReadableError');
    await camera.open();
    const waits: number[] = [];
    for (let count = 0; count < 6; count++) {
      await vi.waitFor(() => expect(timers.waiting.size).toBe(1));
      waits.push(...timers.goOff());
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000]);
    await vi.waitFor(() => expect(timers.waiting.size).toBe(1));
    devices.refuseWith(null);
    timers.goOff();
    await vi.waitFor(() => expect(status()).toBe('live'));
    expect(timers.waiting.size).toBe(0);
  });

  test('closing ends the asking', async () => {
    const { camera, devices, timers } = setUp();
    devices.refuseWith('NotReadableError');
    await camera.open();
    camera.close();
    expect(timers.waiting.size).toBe(0);
  });

  test.each(['focus', 'orientationchange', 'pageshow'])('%s of the window looks after a dead camera', async (type) => {
    const { camera, devices, window } = setUp();
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.readyState = 'ended';
    window.dispatchEvent(new Event(type));
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
  });

  test('a page that thaws plays on what the browser has paused', async () => {
    const { camera, page } = setUp();
    await camera.open();
    const video = screen();
    const play = vi.spyOn(video, 'play');
    camera.attach(video);
    expect(play).toHaveBeenCalledTimes(1);
    page.dispatchEvent(new Event('resume'));
    await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  });

  test('a camera that was plugged in is opened', async () => {
    const devices = Object.assign(new EventTarget(), createFakeCameraDevices());
    const { camera, status } = setUp(undefined, { mediaDevices: devices });
    devices.refuseWith('NotFoundError');
    await camera.open();
    expect(status()).toBe('no-camera');
    devices.refuseWith(null);
    devices.dispatchEvent(new Event('devicechange'));
    await vi.waitFor(() => expect(status()).toBe('live'));
  });
});

describe('permission', () => {
  test.each(['prompt', 'granted', 'denied'])('%s is told without asking for the camera', async (state) => {
    const { camera, devices } = setUp(undefined, { permissions: { query: async () => ({ state }) } });
    expect(await camera.queryPermission()).toBe(state);
    expect(devices.requests).toHaveLength(0);
  });

  test('where the browser does not know the permission, cameras with names tell that it was granted', async () => {
    const permissions = { query: () => Promise.reject(new TypeError('camera is not a PermissionName')) };
    const { camera } = setUp(undefined, { permissions });
    expect(await camera.queryPermission()).toBe('unknown');
    await camera.open();
    expect(await camera.queryPermission()).toBe('granted');
  });
});
