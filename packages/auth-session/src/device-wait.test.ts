import { expect, test } from 'vitest';
import type { SessionDeviceIdentity } from './index.ts';
import { createSessionHarness, fakeDeviceIdentity } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGIN = '/v0/auth/login';
const never = () => new Promise<never>(() => {});

/** A device whose identifier is there when the test calls `arrive`. */
function createLateDevice() {
  const arrived = Promise.withResolvers<void>();
  const deviceIdentity: SessionDeviceIdentity = {
    getDeviceId: () => arrived.promise.then(() => fakeDeviceIdentity.getDeviceId()),
    getFingerprint: () => arrived.promise.then(() => fakeDeviceIdentity.getFingerprint()),
    getDeviceInformation: () => arrived.promise.then(() => fakeDeviceIdentity.getDeviceInformation()),
  };
  return { deviceIdentity, arrive: arrived.resolve };
}

test('a sign-in waits, busy, until the device identifier is there', async () => {
  const { deviceIdentity, arrive } = createLateDevice();
  const { session, server, clock } = createSessionHarness({ deviceIdentity });
  const outcome = session.login(ada);
  await clock.advance(1_999);
  expect(session.getSnapshot()).toEqual({ status: 'signing-in' });
  expect(server.count(LOGIN)).toBe(0);
  arrive();
  expect(await outcome).toMatchObject({ ok: true });
  expect(server.requests[0]?.headers.get('X-Device-Id')).toBe('device-1.random');
});

test('a sign-in goes on after 2 s with what is there of the device', async () => {
  const { session, server, clock } = createSessionHarness({
    deviceIdentity: { ...fakeDeviceIdentity, getDeviceId: never, getFingerprint: never },
  });
  const outcome = session.login(ada);
  await clock.advance(2_000);
  expect(await outcome).toMatchObject({ ok: true });
  const [request] = server.requests;
  expect(request?.headers.get('X-Device-Id')).toBe('unknown');
  expect(request?.headers.get('X-Device-Fingerprint')).toBe('unknown');
  expect(request?.body).toMatchObject({ device_id: 'unknown', device_info: { deviceType: 'Android Phone' } });
});

test('a device that never tells anything does not keep its clerk out', async () => {
  const { session, server, clock } = createSessionHarness({
    deviceIdentity: { getDeviceId: never, getFingerprint: never, getDeviceInformation: never },
  });
  const outcome = session.login(ada);
  await clock.advance(2_000);
  expect(await outcome).toMatchObject({ ok: true });
  expect(server.requests[0]?.body).toMatchObject({
    device_info: {
      deviceType: 'Unknown',
      deviceOS: 'Unknown',
      deviceBrowser: 'Unknown',
      deviceString: 'Unknown (Unknown)',
      deviceCategory: 'unknown',
      language: 'unknown',
      screenResolution: 'unknown',
    },
  });
});

test('an abort during the wait sends nothing', async () => {
  const { deviceIdentity } = createLateDevice();
  const { session, server, clock } = createSessionHarness({ deviceIdentity });
  const givenUp = new AbortController();
  const outcome = session.login(ada, { signal: givenUp.signal });
  await clock.advance(500);
  givenUp.abort(new Error('left the page'));
  await expect(outcome).rejects.toThrow('left the page');
  await clock.advance(2_000);
  expect(server.requests).toEqual([]);
});

test('a sign-out during the wait sends nothing', async () => {
  const { deviceIdentity, arrive } = createLateDevice();
  const { session, server, clock } = createSessionHarness({ deviceIdentity });
  const outcome = session.login(ada);
  await clock.advance(500);
  await session.logout();
  arrive();
  expect(await outcome).toMatchObject({ ok: false, code: 'superseded' });
  expect(server.requests).toEqual([]);
});

test("the device gets the sign-in's signal", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const keep = <T>(answer: () => Promise<T>) => {
    return ({ signal }: { signal?: AbortSignal } = {}) => {
      signals.push(signal);
      return answer();
    };
  };
  const { session } = createSessionHarness({
    deviceIdentity: {
      getDeviceId: keep(fakeDeviceIdentity.getDeviceId),
      getFingerprint: keep(fakeDeviceIdentity.getFingerprint),
      getDeviceInformation: keep(fakeDeviceIdentity.getDeviceInformation),
    },
  });
  const { signal } = new AbortController();
  await session.login(ada, { signal });
  expect(signals).toEqual([signal, signal, signal]);
});
