import { expect, test, vi } from 'vitest';
import { createAuthSession } from './index.ts';
import { fakeDeviceIdentity } from './testing/index.ts';

const create = (baseUrl: unknown) =>
  createAuthSession({ baseUrl: baseUrl as string, deviceIdentity: fakeDeviceIdentity });

test.each(['', undefined, 'scan.example', 'localhost:3000', 'api/', './', 'ws://scan.example'])(
  'an address of the API that is none is refused where the session is made: %s',
  (baseUrl) => {
    // A page behind a deep link, where the empty address is that of the page.
    vi.stubGlobal('document', { baseURI: 'https://app.example/orders/17' });
    expect(() => create(baseUrl)).toThrow(`baseUrl "${baseUrl}" is no origin`);
  },
);

test.each(['/', '/api', 'https://scan.example', 'HTTP://localhost:3000/api/', '//scan.example'])(
  'a session is made for %s',
  (baseUrl) => {
    expect(create(baseUrl).getSnapshot().status).toBe('restoring');
  },
);
