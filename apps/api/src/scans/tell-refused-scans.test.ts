import type { ScanResult } from '@scantix/api-contract';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import type { SecurityEventParts } from '../http/security-events.ts';
import { tellRefusedScans } from './tell-refused-scans.ts';

test('each way in which scans of a call were refused is told once, and a wrong field is not', async () => {
  const warn = vi.fn();
  const inc = vi.fn();
  const parts = { log: { warn }, metrics: { refusals: { inc } }, clientAddress: () => '10.0.0.1' };
  const codes = [undefined, 'not_found', 'invalid_request', 'payload_mismatch', 'not_found'];
  const results = codes.map((code) => ({ id: 'a', status: 'recorded', ...(code && { error: { code, message: '' } }) }));
  const app = new Hono<AppEnv>().post('/scans', (context) => {
    tellRefusedScans(parts as unknown as SecurityEventParts, context, results as ScanResult[]);
    return context.body(null);
  });
  await app.request('/scans', { method: 'POST' });
  const refusals = ['not_found', 'payload_mismatch'].map((reason) => ({ event: 'scan.refused', reason }));
  expect(inc.mock.calls).toEqual(refusals.map((refusal) => [refusal]));
  expect(warn.mock.calls).toEqual(
    refusals.map((refusal) => [{ route: '/scans', address: '10.0.0.1', ...refusal }, 'refused']),
  );
});
