import { readFileSync } from 'node:fs';
import * as contract from '@scantix/api-contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { ProofClaims } from './device-key.ts';
import { PROOF_TYPE } from './device-key.ts';
import { changePassword, type DeviceInfo, type PasswordRefusal } from './index.ts';
import { PROOF_TOLERANCE_MS } from './testing/create-fake-device-keys.ts';
import { createSessionHarness, fakeDeviceIdentity } from './testing/index.ts';
import * as wire from './wire.ts';

const { HEADERS, LOGIN, LOGOUT, NEW_PASSWORD, PASSWORD, PASSWORD_REFUSALS, REFRESH } = wire;

test.each([
  [LOGIN, contract.login],
  [REFRESH, contract.refresh],
  [LOGOUT, contract.logout],
  [PASSWORD, contract.changePassword],
])('the call $path is the one of the contract', (call, { method, path }) => {
  expect(call).toEqual({ method, path });
});

test('headers, values and types are those of the contract', () => {
  expect(contract.HEADERS).toMatchObject(HEADERS);
  expect({ NEW_PASSWORD, PASSWORD_REFUSALS, PROOF_TYPE, PROOF_TOLERANCE_MS }).toEqual({
    NEW_PASSWORD: contract.NEW_PASSWORD,
    PASSWORD_REFUSALS: contract.PASSWORD_REFUSALS,
    PROOF_TYPE: contract.PROOF_TYPE,
    PROOF_TOLERANCE_MS: contract.PROOF_TOLERANCE_MS,
  });
  expectTypeOf<DeviceInfo>().toEqualTypeOf<Readonly<contract.DeviceInfo>>();
  expectTypeOf<PasswordRefusal>().toEqualTypeOf<contract.PasswordRefusal>();
  expectTypeOf<ProofClaims>().toEqualTypeOf<Readonly<contract.ProofClaims>>();
  expectTypeOf<keyof wire.LoginRequest>().toEqualTypeOf<keyof contract.LoginRequest>();
});

test.each(['/', 'https://scan.example', 'https://scan.example/gate//'])(
  "an address below %s is the client's",
  (base) => {
    expect(wire.apiAddress(base, '/healthz')).toBe(contract.apiAddress(base, '/healthz'));
  },
);

test('what is sent fits the schemas of the server', async () => {
  const { session, server } = createSessionHarness();
  await session.login({ clerk: 'ada', password: 'secret' });
  await session.refresh();
  const change = {
    clerk: 'ada',
    password: 'secret',
    newPassword: 'harbour lights',
    deviceIdentity: fakeDeviceIdentity,
  };
  await changePassword({ ...change, baseUrl: 'http://fake.test', fetch: server.fetch });
  const [login, refresh, password] = server.requests.map(({ body }) => body);
  expect(contract.login.body?.parse(login)).toEqual(login);
  expect(contract.refresh.body?.parse(refresh)).toEqual(refresh);
  expect(contract.changePassword.body?.parse(password)).toEqual(password);
});

test('whoever installs this package gets zod and nothing else of ours', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
});
