import { expect, test, vi } from 'vitest';
import { changePassword, createAuthSession } from './index.ts';
import { fakeDeviceIdentity } from './testing/index.ts';

const create = (baseUrl: unknown) =>
  createAuthSession({ baseUrl: baseUrl as string, deviceIdentity: fakeDeviceIdentity });

const WRONG = [
  '',
  undefined,
  'scan.example',
  'localhost:3000',
  'api/',
  './',
  'https://',
  'https:///v0',
  'ws://scan.example',
  '/?tenant=7',
  '/#top',
];

test.each(WRONG)('an address of the API that is none is refused where the session is made: %s', (baseUrl) => {
  // A page behind a deep link, where the empty address is that of the page.
  vi.stubGlobal('document', { baseURI: 'https://app.example/orders/17' });
  expect(() => create(baseUrl)).toThrow(`baseUrl "${baseUrl}" must be an origin or path without ? or #`);
});

test.each(WRONG)('a password is sent to no such address: %s', async (baseUrl) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const account = { deviceIdentity: fakeDeviceIdentity, clerk: 'ada', password: 'once', newPassword: 'harbour lights' };
  await expect(changePassword({ baseUrl: baseUrl as string, fetch, ...account })).rejects.toThrow(TypeError);
  expect(fetch).not.toHaveBeenCalled();
});

test.each(['/', '/api', 'https://scan.example', 'HTTP://localhost:3000/api/', '//scan.example'])(
  'a session is made for %s',
  (baseUrl) => {
    expect(create(baseUrl).getSnapshot().status).toBe('restoring');
  },
);
