import { describe, expect, test, vi } from 'vitest';
import { createTestMemory, setUpCamera } from '../testing/camera-under-test.ts';
import { createFakeCameraDevices } from '../testing/index.ts';

describe('torch and lens', () => {
  const two = [{ deviceId: 'back', torch: true }, { deviceId: 'front' }];

  test('the torch is switched where there is one', async () => {
    const { camera, devices } = setUpCamera(two);
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ capabilities: { torch: true, lenses: 2 } });
    expect(await camera.setTorch(true)).toBe(true);
    expect(camera.getSnapshot()).toMatchObject({ torchOn: true });
    expect(devices.tracks[0]?.torchOn).toBe(true);
    expect(await camera.setTorch(false)).toBe(false);
  });

  test('a torch that does not switch on is not reported as on', async () => {
    const { camera, devices } = setUpCamera(two);
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.applyConstraints = () => Promise.reject(new Error('no'));
    expect(await camera.setTorch(true)).toBe(false);
    expect(camera.getSnapshot()).toMatchObject({ torchOn: false });
  });

  test('a lens without a torch reports none', async () => {
    const { camera } = setUpCamera();
    await camera.open();
    expect(await camera.setTorch(true)).toBe(false);
  });

  test('switching cycles through the lenses and stops the old one before the new one is requested', async () => {
    const { camera, devices } = setUpCamera(two);
    await camera.open();
    await camera.switchLens();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', label: 'front' });
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    await camera.switchLens();
    expect(camera.getSnapshot()).toMatchObject({ label: 'back' });
  });

  test('a camera that is closed while its lenses are listed chooses none', async () => {
    const lensMemory = createTestMemory();
    const { camera } = setUpCamera(two, { lensMemory });
    await camera.open();
    const switched = camera.switchLens();
    camera.close();
    await switched;
    expect(lensMemory.load()).toBe(null);
  });

  test('a second tap while the lens is being switched has no effect', async () => {
    const { camera } = setUpCamera([...two, { deviceId: 'usb' }]);
    await camera.open();
    await Promise.all([camera.switchLens(), camera.switchLens()]);
    expect(camera.getSnapshot()).toMatchObject({ label: 'front' });
  });

  test('one lens alone is never switched', async () => {
    const { camera, devices } = setUpCamera();
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
    const { camera, devices } = setUpCamera(phone);
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back', label: 'Back Camera' });
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  });

  test.each(['NotReadableError', 'OverconstrainedError', 'NotFoundError', 'TypeError'])(
    'better lenses that cannot be opened (%s) are tried once each, and the one that can stays',
    async (name) => {
      const devices = createFakeCameraDevices([...phone, { deviceId: 'second', label: 'Back Camera 2' }]);
      const mediaDevices = {
        ...devices,
        getUserMedia(constraints: MediaStreamConstraints) {
          const isById = typeof constraints.video === 'object' && 'deviceId' in constraints.video;
          devices.refuseWith(devices.requests.length > 9 ? 'NotAllowedError' : isById ? name : null);
          return devices.getUserMedia(constraints);
        },
      };
      const { camera } = setUpCamera(phone, { mediaDevices });
      await camera.open();
      await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'wide' }));
      expect(devices.requests).toHaveLength(5);
    },
  );

  test('a better lens that was live is requested until another program releases it', async () => {
    const { camera, devices, timers, status } = setUpCamera(phone);
    await camera.open();
    devices.refuseWith('NotReadableError');
    devices.tracks.at(-1)?.end();
    await vi.waitFor(() => expect(status()).toBe('in-use'));
    devices.refuseWith(null);
    timers.fire();
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back' }));
  });

  test('a lens that the person chose stays, ultra-wide or not, and is requested at the next visit', async () => {
    const lensMemory = createTestMemory();
    const first = setUpCamera(phone, { lensMemory });
    await first.camera.open();
    await first.camera.setLens('wide');
    expect(first.camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'wide' });
    const second = setUpCamera(phone, { lensMemory });
    await second.camera.open();
    expect(second.devices.requests).toMatchObject([{ video: { deviceId: { exact: 'wide' } } }]);
    expect(second.camera.getSnapshot()).toMatchObject({ lensId: 'wide' });
  });

  test('a remembered lens that is gone is replaced by another', async () => {
    const { camera, devices } = setUpCamera(undefined, { lensMemory: createTestMemory('unplugged') });
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back' });
    expect(devices.requests).toHaveLength(2);
  });

  test('after a restart the same lens is requested: phones come back on the ultra-wide one', async () => {
    const { camera, devices } = setUpCamera(phone);
    await camera.open();
    devices.tracks.at(-1)?.end();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(3));
    expect(devices.requests.at(-1)).toMatchObject({ video: { deviceId: { exact: 'back' } } });
  });

  test('a phone that came back on another lens, with the same track, is moved back to the one that was in use', async () => {
    const { camera, devices, page } = setUpCamera(phone);
    await camera.open();
    page.show('hidden');
    const track = devices.tracks.at(-1);
    if (track) track.getSettings = () => ({ deviceId: 'wide' });
    page.show('visible');
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(3));
    expect(devices.requests.at(-1)).toMatchObject({ video: { deviceId: { exact: 'back' } } });
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ status: 'live', lensId: 'back' }));
  });

  test.each([
    ['de', 'Rückseitige Ultra-Weitwinkelkamera', 'Frontkamera', 'Rückkamera'],
    ['fr', 'Caméra ultra grand angle arrière', 'Caméra avant', 'Caméra arrière'],
    ['es', 'Cámara trasera ultra gran angular', 'Cámara delantera', 'Cámara trasera'],
  ])(
    'an ultra-wide lens is known by its name in the language of the phone (%s)',
    async (_language, wide, front, back) => {
      const named = [wide, front, back].map((label) => ({ deviceId: label, label }));
      const { camera } = setUpCamera(named);
      await camera.open();
      expect(camera.getSnapshot()).toMatchObject({ label: back });
    },
  );

  test('in a browser without camera ids no camera is requested by id', async () => {
    const { camera, devices } = setUpCamera([{ deviceId: '', label: 'Camera' }]);
    await camera.open();
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    expect(devices.requests.at(-1)).toMatchObject({ video: { facingMode: { ideal: 'environment' } } });
  });

  test('the lenses are listed by name once the camera was allowed', async () => {
    const { camera } = setUpCamera(phone);
    expect((await camera.listLenses()).map(({ label }) => label)).toEqual(['', '', '']);
    await camera.open();
    expect((await camera.listLenses()).map(({ label }) => label)).toContain('Back Camera');
  });
});

describe('zoom, focus and torch', () => {
  const lens = {
    deviceId: 'back',
    torch: true,
    zoom: { min: 1, max: 5, step: 0.5 },
    focusModes: ['manual', 'continuous'],
  };

  test('continuous focus is applied to the lens', async () => {
    const { camera, devices } = setUpCamera([lens]);
    await camera.open();
    expect(devices.tracks[0]?.focusMode).toBe('continuous');
    expect(camera.getSnapshot()).toMatchObject({ focusMode: 'continuous' });
  });

  test('zoom stays within the range of the lens, and is what the lens reports', async () => {
    const { camera, devices } = setUpCamera([lens]);
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

  test('torch, zoom and focus apply together: the last setting resets none of the others', async () => {
    const { camera, devices } = setUpCamera([lens]);
    await camera.open();
    await camera.setTorch(true);
    await camera.setZoom(2);
    expect(devices.tracks[0]).toMatchObject({ torchOn: true, zoom: 2, focusMode: 'continuous' });
    expect(camera.getSnapshot()).toMatchObject({ torchOn: true, zoom: 2 });
  });

  test('torch and zoom set at once apply together, too, and one that fails does not undo the other', async () => {
    const { camera, devices } = setUpCamera([lens]);
    await camera.open();
    await Promise.all([camera.setTorch(true), camera.setZoom(2)]);
    expect(devices.tracks[0]).toMatchObject({ torchOn: true, zoom: 2, focusMode: 'continuous' });
    const [track] = devices.tracks;
    if (track) vi.spyOn(track, 'applyConstraints').mockRejectedValueOnce(new Error('no'));
    await Promise.all([camera.setTorch(false), camera.setZoom(3)]);
    expect(track).toMatchObject({ torchOn: true, zoom: 3, focusMode: 'continuous' });
  });

  test('a torch that is off and does not switch is still off', async () => {
    const { camera, devices } = setUpCamera([lens]);
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.applyConstraints = () => Promise.reject(new Error('no'));
    expect(await camera.setTorch(false)).toBe(false);
  });

  test('a lens without zoom reports none', async () => {
    const { camera } = setUpCamera();
    await camera.open();
    expect(await camera.setZoom(3)).toBe(1);
    expect(camera.getSnapshot()).toMatchObject({ capabilities: { zoom: null }, focusMode: null });
  });

  test('the torch that was on is on again after a restart, and off after closing', async () => {
    const { camera, devices } = setUpCamera([lens]);
    await camera.open();
    await camera.setTorch(true);
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks[1]?.torchOn).toBe(true));
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ torchOn: true }));
    camera.close();
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ torchOn: false });
  });

  test('the zoom that was set is set again after a restart, and not on another lens', async () => {
    const { camera, devices } = setUpCamera([lens, { ...lens, deviceId: 'front' }]);
    await camera.open();
    await camera.setZoom(2);
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks[1]?.zoom).toBe(2));
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ zoom: 2 }));
    await camera.switchLens();
    expect(camera.getSnapshot()).toMatchObject({ lensId: 'front', zoom: 1 });
  });
});
