import { createApiClient } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger } from '../testing/index.ts';
import { exportLog } from './index.ts';

async function exportWith(fetch: typeof globalThis.fetch) {
  const { ledger } = createFakeScanLedger();
  for (const code of ['A', 'B']) await ledger.record(read(code));
  const api = createApiClient({ baseUrl: 'http://api.example', fetch });
  return exportLog({ api, ledger, format: 'csv', filters: { search: 'A' } });
}

test('the server exports while it can be reached', async () => {
  const log = await exportWith(async () => new Response('id\r\n', { headers: { 'Content-Type': 'text/csv' } }));
  expect(log.kind).toBe('server');
});

test('a refusal of the server is returned with its message', async () => {
  const body = { success: false, code: 'forbidden', message: 'Ask a supervisor.' };
  const log = await exportWith(async () => Response.json(body, { status: 403 }));
  expect(log).toEqual({ kind: 'refused', message: 'Ask a supervisor.' });
});

test('without the server this device exports its own scans that match the filters', async () => {
  const log = await exportWith(() => Promise.reject(new TypeError('Failed to fetch')));
  if (log.kind !== 'device') throw new Error(log.kind);
  const lines = (await log.file.text()).trim().split('\r\n');
  expect([lines.length, lines[1]?.includes(',A,')]).toEqual([2, true]);
});
