import { beforeEach, expect, test, vi } from 'vitest';
// Found late, it would make the test server reload the page in the middle of a test.
import '@fingerprintjs/fingerprintjs';
import { createDeviceIdentity } from './index.ts';

beforeEach(async () => {
  localStorage.clear();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('scantix-device-id').onsuccess = resolve;
  });
});

test('a real browser gets a fingerprint from the real library, which calls no vendor and writes no text into a frame', async () => {
  const request = vi.spyOn(XMLHttpRequest.prototype, 'open');
  const srcdoc = vi.spyOn(HTMLIFrameElement.prototype, 'srcdoc', 'set');
  const identity = createDeviceIdentity();
  identity.start();
  const deviceId = await identity.getDeviceId();
  expect(deviceId).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{24}$/);
  expect(localStorage.getItem('deviceId')).toBe(deviceId);
  expect(localStorage.getItem('deviceVersion')).toBe('1.0');
  const metadata = await identity.getFingerprintMetadata();
  expect(metadata).toMatchObject({
    userAgent: navigator.userAgent,
    screenResolution: `${screen.width}x${screen.height}`,
  });
  expect(metadata?.components).toBeGreaterThan(20);
  expect(metadata?.confidence).toBeGreaterThan(0);
  expect(request).not.toHaveBeenCalled();
  expect(srcdoc).not.toHaveBeenCalled();
  identity.stop();
});

test('on a phone the real library writes no text into an event handler', async () => {
  // By these the library recognises an Android phone, on which it looks for content blockers, as it does in Safari.
  Reflect.deleteProperty(globalThis, 'SharedWorker');
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'sinkId');
  const attributes = vi.spyOn(Element.prototype, 'setAttribute');
  await createDeviceIdentity().getDeviceId();
  expect(attributes.mock.calls.filter(([name]) => name.startsWith('on'))).toEqual([]);
});

test('identities that start at once agree under the real lock', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => createDeviceIdentity().getDeviceId()));
  expect(new Set(ids).size).toBe(1);
});

test('a reset in another frame of the origin is followed', async () => {
  const identity = createDeviceIdentity();
  identity.start();
  await identity.getDeviceId();
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.contentWindow?.localStorage.setItem('deviceId', 'other.1');
  await vi.waitFor(async () => expect(await identity.getDeviceId()).toBe('other.1'));
  identity.stop();
  frame.remove();
});

test('the record names this browser', async () => {
  expect(await createDeviceIdentity().getDeviceInformation()).toMatchObject({
    deviceType: 'Linux PC',
    deviceBrowser: 'Chrome',
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('the fingerprint is made source by source, so that an input or a frame can come in between', async () => {
  let tasks = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    tasks += 1;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  const readIn: Record<string, number> = {};
  for (const trait of ['deviceMemory', 'hardwareConcurrency'] as const) {
    vi.spyOn(Navigator.prototype as unknown as Record<string, number>, trait, 'get').mockImplementation(() => {
      readIn[trait] = tasks;
      return 4;
    });
  }
  await createDeviceIdentity().getDeviceId();
  port1.close();
  vi.restoreAllMocks();
  expect(readIn.hardwareConcurrency).toBeGreaterThan(readIn.deviceMemory ?? Number.NaN);
});
