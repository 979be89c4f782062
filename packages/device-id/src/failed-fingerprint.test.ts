import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { describe, expect, test, vi } from 'vitest';
import { createDeviceIdentity } from './index.ts';
import { ENVIRONMENT, plantRecord, setUp } from './testing/set-up-identity.ts';

test.each(['Gate 7', 'Müller', 'x'.repeat(104)])(
  'the fingerprint %j, which no header takes, is replaced',
  async (visitorId) => {
    const { options, errors } = setUp();
    const fingerprint = async () => ({ visitorId, confidence: 1, components: 1 });
    const made = await createDeviceIdentity({ ...options, fingerprint }).getDeviceId();
    expect(errors).toEqual([['Failed to generate fingerprint', expect.any(Error)]]);
    expect(await createDeviceIdentity({ ...options, fingerprint }).getDeviceId()).toBe(made);
  },
);

describe('Device identifier: a fingerprint that failed is tried again on the next start', () => {
  const failing = () => Promise.reject(new Error('blocked'));

  test('the identifier stays, and the metadata arrives', async () => {
    const { options, storage, errors } = setUp();
    const made = await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    const next = createDeviceIdentity(options);
    next.start();
    expect(await next.getFingerprintMetadata()).toMatchObject({ confidence: 0.6, components: 41 });
    expect(await next.getDeviceId()).toBe(made);
    expect(await next.getFingerprint()).toBe(made.slice(0, 16));
    expect(Object.fromEntries(storage.stored)).toEqual({ deviceId: made, deviceVersion: '1.0' });
    expect(errors).toHaveLength(1);

    const third = createDeviceIdentity(options);
    expect(await third.getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await third.getDeviceId()).toBe(made);
    expect(options.fingerprint).toHaveBeenCalledOnce();
  });

  test('not before the next start, not before the page is painted, and without a second message when it fails', async () => {
    const { options, errors } = setUp();
    const fingerprint = vi.fn(failing);
    const first = createDeviceIdentity({ ...options, fingerprint });
    await first.getDeviceId();
    await first.getFingerprintMetadata();
    expect(fingerprint).toHaveBeenCalledOnce();

    const painted = Promise.withResolvers<void>();
    const second = createDeviceIdentity({ ...options, fingerprint, whenPainted: () => painted.promise });
    await second.getDeviceId();
    expect(fingerprint).toHaveBeenCalledOnce();
    painted.resolve();
    expect(await second.getFingerprintMetadata()).toBe(null);
    expect(fingerprint).toHaveBeenCalledTimes(2);
    expect(errors).toHaveLength(1);
  });

  test('it may take longer than 2 s; whoever asks for the metadata waits no longer than that', async () => {
    const { options } = setUp();
    await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = () => {
      asked.resolve();
      return slow.promise;
    };
    const identity = createDeviceIdentity({ ...options, fingerprint });
    const metadata = identity.getFingerprintMetadata();
    await asked.promise;
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await metadata).toBe(null);
    slow.resolve({ visitorId: 'slow', confidence: 0.4, components: 40 });
    await vi.waitFor(async () =>
      expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.4 }),
    );
  });

  test.each([{ confidence: 'high' }, { components: Number.NaN }, { timezone: undefined }])(
    'metadata that somebody has corrupted is made again: %o',
    async (corrupt) => {
      const { options } = setUp();
      const identity = createDeviceIdentity(options);
      const deviceId = await identity.getDeviceId();
      const metadata = { ...(await identity.getFingerprintMetadata()), ...corrupt };
      await plantRecord(options.indexedDB, { deviceId, createdAt: 1, metadata });
      expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    },
  );

  test('a reset while it is made is not overwritten', async () => {
    const { options } = setUp();
    await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = vi.fn(options.fingerprint).mockImplementationOnce(() => {
      asked.resolve();
      return slow.promise;
    });
    const identity = createDeviceIdentity({ ...options, fingerprint });
    identity.start();
    await asked.promise;
    const renewed = await identity.reset();
    slow.resolve({ visitorId: 'slow', confidence: 0.1, components: 1 });
    expect(await identity.getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await createDeviceIdentity(options).getDeviceId()).toBe(renewed);
  });
});

describe('Device identifier: the fallback', () => {
  test('when no fingerprint can be made, a hash of canvas and browser traits with the time is used and stored', async () => {
    const cause = new Error('blocked');
    const { identity, storage, errors } = setUp({
      fingerprint: () => Promise.reject(cause),
      now: () => 1_700_000_000_000,
    });
    const deviceId = await identity.getDeviceId();
    expect(deviceId).toMatch(new RegExp(`^[0-9a-f]{16}\\.${(1_700_000_000_000).toString(36)}[0-9a-f]{24}$`));
    expect(Object.fromEntries(storage.stored)).toEqual({ deviceId, deviceVersion: '1.0' });
    expect(errors).toEqual([['Failed to generate fingerprint', cause]]);
  });

  test('another canvas or another trait gives another hash', async () => {
    const hashes = await Promise.all(
      [{}, { canvas: 'data:other' }, { timezone: 'UTC' }, { screenResolution: '1x1' }].map((traits) =>
        setUp({
          fingerprint: () => Promise.reject(new Error('blocked')),
          environment: () => ({ ...ENVIRONMENT, ...traits }),
        }).identity.getFingerprint(),
      ),
    );
    expect(new Set(hashes).size).toBe(4);
  });

  test('a fingerprint that takes longer than 2 s is not used, and a late answer changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const late = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = () => {
      asked.resolve();
      return late.promise;
    };
    const { identity, errors } = setUp({ fingerprint });
    const answer = identity.getDeviceId();
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await asked.promise;
    await vi.advanceTimersByTimeAsync(1999);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const deviceId = await answer;
    expect(errors).toEqual([['Failed to generate fingerprint', new Error('no answer in time')]]);
    late.resolve({ visitorId: 'late', confidence: 1, components: 1 });
    expect(await identity.getDeviceId()).toBe(deviceId);
  });
});

test('a log that throws takes nothing from the device: it has an identifier, and the error is an unhandled rejection', async () => {
  using unhandled = takeUnhandledRejections();
  const { options } = setUp();
  const broken = new Error('no log');
  const error = () => {
    throw broken;
  };
  const fingerprint = () => Promise.reject(new Error('blocked'));
  const identity = createDeviceIdentity({ ...options, fingerprint, log: { error } });
  expect(await identity.getDeviceId()).toMatch(/^[0-9a-f]{16}\./);
  expect(unhandled.reasons).toEqual([broken]);
});
