import { describe, expect, test } from 'vitest';
import { createScreen, setUpCamera } from '../testing/camera-under-test.ts';

describe('opening', () => {
  test('requests the back camera, at 1280 x 720, without sound', async () => {
    const { camera, devices, history } = setUpCamera([{ deviceId: 'back', label: 'Back camera' }]);
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
  ])('a refusal by %s becomes %s', async (name, status) => {
    const { camera, devices } = setUpCamera();
    devices.refuseWith(name);
    await camera.open();
    expect(camera.getSnapshot().status).toBe(status);
  });

  test('an insecure page is distinguished from a device without cameras', async () => {
    const insecure = setUpCamera([], { mediaDevices: null, isSecureContext: false });
    await insecure.camera.open();
    expect(insecure.status()).toBe('insecure');
    const bare = setUpCamera([], { mediaDevices: null, isSecureContext: true });
    await bare.camera.open();
    expect(bare.status()).toBe('no-camera');
  });

  test('requests once, however often it is called', async () => {
    const { camera, devices } = setUpCamera();
    await Promise.all([camera.open(), camera.open()]);
    await camera.open();
    expect(devices.requests).toHaveLength(1);
  });

  test('a lens memory that fails once rejects that opening only', async () => {
    let isBroken = true;
    const load = () => {
      if (isBroken) throw new Error('no storage');
      return null;
    };
    const { camera, status } = setUpCamera(undefined, { lensMemory: { load, save: () => {} } });
    await expect(camera.open()).rejects.toThrow('no storage');
    isBroken = false;
    await camera.open();
    expect(status()).toBe('live');
  });

  test('a signal closes it, and an aborted one never opens it', async () => {
    const { camera, devices, status } = setUpCamera();
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
    const { camera, devices, status } = setUpCamera();
    await camera.open();
    camera.close();
    expect(status()).toBe('idle');
    expect(devices.tracks[0]?.readyState).toBe('ended');
  });

  test('stops a stream that arrives late', async () => {
    const { camera, devices, status } = setUpCamera();
    const release = devices.hold();
    const opening = camera.open();
    camera.close();
    release();
    await opening;
    expect(status()).toBe('idle');
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('mounted, unmounted and mounted again at once (StrictMode), it requests once and goes live', async () => {
    const { camera, devices, status } = setUpCamera();
    const release = devices.hold();
    const first = camera.open();
    camera.close();
    const second = camera.open();
    expect(status()).toBe('starting');
    release();
    await Promise.all([first, second]);
    expect(status()).toBe('live');
    expect(devices.requests).toHaveLength(1);
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live']);
  });

  test('a refusal that arrives late changes nothing', async () => {
    const { camera, devices, status } = setUpCamera();
    const release = devices.hold();
    devices.refuseWith('NotAllowedError');
    const opening = camera.open();
    camera.close();
    release();
    await opening;
    expect(status()).toBe('idle');
  });
});

describe('showing', () => {
  test('a video gets the stream when it is live, and loses it when it is closed', async () => {
    const { camera } = setUpCamera();
    const video = createScreen();
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
    const { camera } = setUpCamera();
    await camera.open();
    const video = createScreen();
    const detach = camera.attach(video);
    expect(video.srcObject).not.toBeNull();
    detach();
    expect(video.srcObject).toBeNull();
  });
});

describe('permission', () => {
  test.each(['prompt', 'granted', 'denied'])('%s is reported without requesting the camera', async (state) => {
    const { camera, devices } = setUpCamera(undefined, { permissions: { query: async () => ({ state }) } });
    expect(await camera.queryPermission()).toBe(state);
    expect(devices.requests).toHaveLength(0);
  });

  test('where the browser does not know the permission, named cameras show that it was granted', async () => {
    const permissions = { query: () => Promise.reject(new TypeError('camera is not a PermissionName')) };
    const { camera } = setUpCamera(undefined, { permissions });
    expect(await camera.queryPermission()).toBe('unknown');
    await camera.open();
    expect(await camera.queryPermission()).toBe('granted');
  });
});
