import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusedBy, type RefusalCheck } from '../testing/hostile-input.ts';
import { rawRequest } from '../testing/raw-request.ts';
import type { SignedIn, TestServer } from '../testing/start-test-server.ts';

const LOGIN = '/v0/auth/login';
const REFRESH = '/v0/auth/refresh';
const SCANS = '/scantix/v0/scanner/scans';
const LOOKUP = '/tickets/v0/lookup';
const SEARCH = '/tickets/v0/search';
const UNDO = `${SCANS}/01a1fc4f-66db-7413-888b-aaf9e3b59103/undo`;

const json = { 'Content-Type': 'application/json' };

/** Bodies that are too large, and addresses that are none, are refused. */
export function describeHostileRequests(
  context: () => { readonly server: TestServer; readonly clerk: SignedIn },
): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(() => {
    ({ server, clerk } = context());
  });
  const bearer = () => ({ Authorization: `Bearer ${clerk.tokens.access_token}` });
  const expectRefused: RefusalCheck = (input, status) => expectRefusedBy(server.url, input, status);

  describe('an oversized body', () => {
    test.each([
      [LOGIN, 64 * 1024 + 1],
      [REFRESH, 64 * 1024 + 1],
      [LOOKUP, 64 * 1024 + 1],
      [SEARCH, 64 * 1024 + 1],
      [UNDO, 64 * 1024 + 1],
      [SCANS, 16 * 1024 * 1024 + 1],
    ])('at %s is refused', async (path, length) => {
      const headers = { ...json, ...bearer() };
      await expectRefused({ method: 'POST', path, headers, body: 'x'.repeat(length) }, 413);
    });

    test('is refused too where its length is not told', async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
        },
      });
      const answer = await fetch(server.url + LOGIN, {
        method: 'POST',
        headers: json,
        body,
        duplex: 'half',
      } as RequestInit).catch(() => null);
      // The server may close the connection while the client is still sending.
      expect(answer?.status ?? 413).toBe(413);
    });
  });

  describe('an address', () => {
    test.each([
      '/v0/',
      '/v0/auth',
      '/v0/auth/login/',
      '/v0/auth/login/x',
      '/v0/%00',
      '/scantix/',
      '/scantix/v0/scanner/scans/x',
      '/scantix/v0/scanner/scans//undo',
      '/scantix/v0/scanner/conflicts/x',
      '/scantix/v0/scanner/scans/%2e%2e',
      '/scantix/v0/reports/%E0%A4%A',
      '/config/v0/',
      '/config/v0/scanner/../../v0/auth',
      '/tickets/',
      '/tickets/v0/%c0%ae',
    ])('%s of the API that names no call is a 404 in JSON', async (path) => {
      await expectRefused({ path, headers: bearer() }, 404);
      await expectRefused({ method: 'POST', path, headers: { ...json, ...bearer() }, body: '{}' }, 404);
    });

    test.each([
      '/%',
      '/%00',
      '/../../etc/passwd',
      '/assets/../../../package.json',
      '/assets/%2e%2e/x',
      '//evil.example/',
      '/.git/config',
      '/a\\b',
    ])('%s is no way out', async (path) => {
      const { status } = await rawRequest(server.url, { path });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });
  });
}
