import { createHash } from 'node:crypto';
import { registerDeviceKey } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { createTestDevice } from '../testing/create-test-device.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { checkProof } from './device-proof.ts';

const clock = createFakeClock();
const nowS = clock.now() / 1_000;
const { path } = registerDeviceKey;
const token = 'the token of the call';
const device = await createTestDevice(clock);
const check = (proof: string) => checkProof(proof, { key: device.key, path, token, now: clock.now() });

test.each([
  ['of now', 0, { kind: 'valid', id: 'a-proof-of-these-tests' }],
  ['two minutes old', -120, { kind: 'valid', id: 'a-proof-of-these-tests' }],
  ['two minutes ahead', 120, { kind: 'valid', id: 'a-proof-of-these-tests' }],
  ['older than that', -121, { kind: 'stale' }],
  ['further ahead', 121, { kind: 'stale' }],
])('a proof that is %s', async (_when, offsetS, expected) => {
  const proof = await device.prove(path, token, { iat: nowS + offsetS, jti: 'a-proof-of-these-tests' });
  expect(await check(proof)).toEqual(expected);
});

test.each([
  ['for another path', () => device.prove('/v0/auth/refresh', token)],
  ['for another token', () => device.prove(path, 'another token')],
  ['by another key', async () => (await createTestDevice(clock)).prove(path, token)],
  ['without an id', () => device.prove(path, token, { jti: undefined })],
  ['that is none', async () => 'x'],
  ['longer than any of an app', () => device.prove(path, token, { padding: 'x'.repeat(1_024) })],
])('a proof %s is invalid, whatever its time', async (_which, prove) => {
  expect(await check(await prove())).toEqual({ kind: 'invalid' });
});

test('a proof names the token by its SHA-256', async () => {
  const tth = createHash('sha256').update(token).digest('base64url');
  expect((await check(await device.prove(path, 'another token', { tth }))).kind).toBe('valid');
});
