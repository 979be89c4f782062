import { describe, expect, test, vi } from 'vitest';
import { createScreen, setUpCamera } from '../testing/camera-under-test.ts';
import { createFakeCameraDevices } from '../testing/index.ts';

describe('recovering', () => {
  test('a camera that ended is opened again', async () => {
    const { camera, devices, status } = setUpCamera();
    await camera.open();
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    await vi.waitFor(() => expect(status()).toBe('live'));
  });

  test('a camera that went dark in the background is opened again when the person returns', async () => {
    const { camera, devices, page, status } = setUpCamera();
    await camera.open();
    page.show('hidden');
    devices.tracks[0]?.mute();
    expect(devices.requests).toHaveLength(1);
    page.show('visible');
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
    await vi.waitFor(() => expect(status()).toBe('live'));
    expect(devices.tracks[0]?.readyState).toBe('ended');
  });

  test('leaving and returning a few times within seconds causes no wait', async () => {
    const { camera, devices, page, status } = setUpCamera();
    await camera.open();
    for (let count = 2; count <= 4; count++) {
      page.show('hidden');
      devices.tracks.at(-1)?.mute();
      page.show('visible');
      await vi.waitFor(() => expect(devices.tracks).toHaveLength(count));
      await vi.waitFor(() => expect(status()).toBe('live'));
    }
  });

  test('a page from the back-forward cache repairs its camera', async () => {
    const { camera, devices, window } = setUpCamera();
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.readyState = 'ended';
    window.dispatchEvent(new Event('pageshow'));
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
  });

  test('a live camera is left alone when the person returns', async () => {
    const { camera, devices, page } = setUpCamera();
    await camera.open();
    page.show('hidden');
    page.show('visible');
    expect(devices.requests).toHaveLength(1);
  });

  test('a camera that another program used is requested again on return', async () => {
    const { camera, devices, page, status } = setUpCamera();
    devices.refuseWith('NotReadableError');
    await camera.open();
    devices.refuseWith(null);
    page.show('visible');
    await vi.waitFor(() => expect(status()).toBe('live'));
  });

  test('a blocked camera is requested again only when the block was lifted', async () => {
    let permission = 'denied';
    const permissions = { query: async () => ({ state: permission }) };
    const { camera, devices, page, status } = setUpCamera(undefined, { permissions });
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

  test('a permission that is revoked while the camera is live shows as a block', async () => {
    const { camera, devices, status } = setUpCamera();
    await camera.open();
    devices.refuseWith('NotAllowedError');
    devices.tracks[0]?.end();
    await vi.waitFor(() => expect(status()).toBe('blocked'));
  });

  test('a block that is lifted while the page is in view is noticed', async () => {
    const permission = Object.assign(new EventTarget(), { state: 'denied' });
    const { camera, devices, status } = setUpCamera(undefined, { permissions: { query: async () => permission } });
    devices.refuseWith('NotAllowedError');
    await camera.open();
    devices.refuseWith(null);
    permission.state = 'granted';
    permission.dispatchEvent(new Event('change'));
    await vi.waitFor(() => expect(status()).toBe('live'));
    camera.close();
    permission.dispatchEvent(new Event('change'));
    expect(devices.requests).toHaveLength(2);
  });

  test('a closed camera stays closed when the person returns', async () => {
    const { camera, devices, page } = setUpCamera();
    await camera.open();
    camera.close();
    page.show('visible');
    expect(devices.requests).toHaveLength(1);
  });
});

describe('retrying', () => {
  test('a camera that another program uses is requested again, less and less often', async () => {
    const { camera, devices, timers, status } = setUpCamera();
    devices.refuseWith('NotReadableError');
    await camera.open();
    const waits: number[] = [];
    for (let count = 0; count < 6; count++) {
      await vi.waitFor(() => expect(timers.waiting.size).toBe(1));
      waits.push(...timers.fire());
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000]);
    await vi.waitFor(() => expect(timers.waiting.size).toBe(1));
    devices.refuseWith(null);
    timers.fire();
    await vi.waitFor(() => expect(status()).toBe('live'));
    const requests = devices.requests.length;
    timers.fire();
    expect(devices.requests).toHaveLength(requests);
  });

  test('it is not requested while the page is hidden, and at once when it is shown', async () => {
    const { camera, devices, page, timers, status } = setUpCamera();
    devices.refuseWith('NotReadableError');
    await camera.open();
    page.show('hidden');
    timers.fire();
    expect(devices.requests).toHaveLength(1);
    devices.refuseWith(null);
    page.show('visible');
    await vi.waitFor(() => expect(status()).toBe('live'));
  });

  test('closing ends the requests', async () => {
    const { camera, devices, timers } = setUpCamera();
    devices.refuseWith('NotReadableError');
    await camera.open();
    camera.close();
    expect(timers.waiting.size).toBe(0);
  });

  test.each(['focus', 'orientationchange', 'pageshow'])('%s of the window repairs a dead camera', async (type) => {
    const { camera, devices, window } = setUpCamera();
    await camera.open();
    const [track] = devices.tracks;
    if (track) track.readyState = 'ended';
    window.dispatchEvent(new Event(type));
    await vi.waitFor(() => expect(devices.tracks).toHaveLength(2));
  });

  test('a page that thaws plays a video that the browser has paused', async () => {
    const { camera, page } = setUpCamera();
    await camera.open();
    const video = createScreen();
    const play = vi.spyOn(video, 'play');
    camera.attach(video);
    expect(play).toHaveBeenCalledTimes(1);
    page.dispatchEvent(new Event('resume'));
    await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  });

  test('a torch that the phone switched off meanwhile is on again', async () => {
    const { camera, devices, page } = setUpCamera([{ deviceId: 'back', torch: true }]);
    await camera.open();
    await camera.setTorch(true);
    const [track] = devices.tracks;
    if (track) track.torchOn = false;
    page.show('hidden');
    page.show('visible');
    await vi.waitFor(() => expect(track?.torchOn).toBe(true));
    expect(camera.getSnapshot()).toMatchObject({ torchOn: true });
  });

  test('a second camera that was plugged in is counted', async () => {
    const lenses = [{ deviceId: 'back' }];
    const devices = Object.assign(new EventTarget(), createFakeCameraDevices(lenses));
    const { camera } = setUpCamera(undefined, { mediaDevices: devices });
    await camera.open();
    expect(camera.getSnapshot()).toMatchObject({ capabilities: { lenses: 1 } });
    lenses.push({ deviceId: 'usb' });
    devices.dispatchEvent(new Event('devicechange'));
    await vi.waitFor(() => expect(camera.getSnapshot()).toMatchObject({ capabilities: { lenses: 2 } }));
    expect(devices.requests).toHaveLength(1);
  });

  test('a camera that was plugged in is opened', async () => {
    const devices = Object.assign(new EventTarget(), createFakeCameraDevices());
    const { camera, status } = setUpCamera(undefined, { mediaDevices: devices });
    devices.refuseWith('NotFoundError');
    await camera.open();
    expect(status()).toBe('no-camera');
    devices.refuseWith(null);
    devices.dispatchEvent(new Event('devicechange'));
    await vi.waitFor(() => expect(status()).toBe('live'));
  });
});
