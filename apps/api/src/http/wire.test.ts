import { createApiClient, listScans, postScans } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer, withToken } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { NEWER_VALUES, type NewerValue } from './wire.ts';

/** As if the wire version 2 had introduced two of today's values. */
const PLANTED: readonly NewerValue[] = [
  { since: 2, field: 'reason', value: 'unknown_code', instead: 'blocked' },
  { since: 2, field: 'code', value: 'not_found', instead: 'forbidden' },
];

describe('a value that the wire version 2 introduced', { timeout: START_MS }, () => {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createMemoryDatabase());
    clerk = await server.signIn();
    (NEWER_VALUES as NewerValue[]).push(...PLANTED);
  }, START_MS);
  afterAll(() => {
    (NEWER_VALUES as NewerValue[]).splice(-PLANTED.length);
    return server.stop();
  });

  const apiOf = (wire?: string) =>
    createApiClient({
      baseUrl: server.url,
      fetch(input, init) {
        const headers = new Headers(init?.headers);
        headers.delete('Scantix-Wire');
        if (wire !== undefined) headers.set('Scantix-Wire', wire);
        return withToken(clerk.tokens.access_token)(input, { ...init, headers });
      },
    });

  test.each([
    [undefined, 'blocked'],
    ['0', 'blocked'],
    ['1', 'blocked'],
    ['2', 'unknown_code'],
    ['3', 'unknown_code'],
    ['newest', 'blocked'],
  ])('is answered to wire version %s as %s, in a list too', async (wire, reason) => {
    const api = apiOf(wire);
    const body = { scans: [{ ...clerk.scan(), id: server.newId(), barcode: `NOBODY-${wire}` }] };
    expect(await api.call(postScans, { body })).toMatchObject({ value: { results: [{ verdict: { reason } }] } });
    const list = await api.call(listScans, { body: { search: `nobody-${wire}` } });
    expect(list).toMatchObject({ value: { items: [{ verdict: { reason } }] } });
  });

  test('and an error code is answered as an older one', async () => {
    const codeFor = async (wire: string) => {
      const outcome = await apiOf(wire).call({ ...listScans, path: '/scantix/v0/nothing' }, { body: {} });
      return !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.code;
    };
    expect([await codeFor('1'), await codeFor('2')]).toEqual(['forbidden', 'not_found']);
  });
});
