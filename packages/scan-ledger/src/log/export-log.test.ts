import { createApiClient, exportScansAsCsv } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger } from '../testing/index.ts';
import { exportLog, type LogFilters } from './index.ts';

/** Exports the log of a device where A, B and another A wait. */
async function exportWith(fetch: typeof globalThis.fetch, filters: LogFilters = { search: 'A' }) {
  const { ledger } = createFakeScanLedger();
  for (const code of ['A', 'B', 'A']) await ledger.record(read(code));
  const api = createApiClient({ baseUrl: 'http://api.example', fetch });
  const askServer = (body: LogFilters) => api.call(exportScansAsCsv, { body });
  return exportLog({ askServer, ledger, format: 'csv', filters });
}

test('the server exports while it can be reached, and what it does not have is counted', async () => {
  const log = await exportWith(async () => new Response('id\r\n', { headers: { 'Content-Type': 'text/csv' } }));
  expect(log).toMatchObject({ kind: 'server', unsent: 2 });
});

test.each(['csv', 'json'] as const)('a scan that waits, and is in the server’s %s, is not missing', async (format) => {
  const { ledger } = createFakeScanLedger();
  for (const code of ['A', 'B']) await ledger.record(read(code));
  const [newest] = await ledger.list({ limit: 1 });
  const id = newest?.scan.id ?? '';
  const file = new Blob([format === 'csv' ? `id,barcode\r\n${id},B\r\n` : JSON.stringify([{ id }])]);
  const askServer = async () => ({ ok: true, value: file }) as never;
  expect(await exportLog({ askServer, ledger, format, filters: {} })).toMatchObject({ kind: 'server', unsent: 1 });
});

test('a file that is longer than a string is looked through part by part', async () => {
  const { ledger } = createFakeScanLedger();
  for (const code of ['A', 'B']) await ledger.record(read(code));
  const [newest] = await ledger.list({ limit: 1 });
  const text = `id\r\n${newest?.scan.id}\r\n`;
  // Node.js gives the parts of a Blob one by one: here the identifier is cut.
  const file = new Blob([text.slice(0, 10), text.slice(10)]);
  vi.spyOn(file, 'text').mockRejectedValue(new RangeError('Invalid string length'));
  const askServer = async () => ({ ok: true, value: file }) as never;
  expect(await exportLog({ askServer, ledger, format: 'csv', filters: {} })).toMatchObject({ unsent: 1 });
});

test('a scan that is sent while the server answers is missing in its file', async () => {
  const { ledger } = createFakeScanLedger();
  await ledger.record(read('A'));
  const askServer = async () => {
    await ledger.start();
    await expect.poll(() => ledger.countWaiting()).toBe(0);
    await ledger.stop();
    return { ok: true, value: new Blob(['id\r\n']) } as never;
  };
  expect(await exportLog({ askServer, ledger, format: 'csv', filters: {} })).toMatchObject({ unsent: 1 });
});

test('the server’s file is given also where this device’s scans cannot be read', async () => {
  const { ledger } = createFakeScanLedger();
  const broken = { exportScans: ledger.exportScans, list: () => Promise.reject(new Error('closed')) };
  const file = new Blob(['id\r\n']);
  const askServer = async () => ({ ok: true, value: file }) as never;
  expect(await exportLog({ askServer, ledger: broken, format: 'csv', filters: {} })).toEqual({
    ...{ kind: 'server', file, unsent: 0 },
  });
});

test('the server’s file is given, and all unsent scans are counted, where the file cannot be read', async () => {
  const { ledger } = createFakeScanLedger();
  const { scan } = await ledger.record(read('A'));
  const file = new Blob([scan.id]);
  vi.spyOn(file, 'stream').mockImplementation(() => {
    throw new DOMException('The file is gone.', 'NotReadableError');
  });
  const askServer = async () => ({ ok: true, value: file }) as never;
  expect(await exportLog({ askServer, ledger, format: 'csv', filters: {} })).toEqual({
    kind: 'server',
    file,
    unsent: 1,
  });
});

test('a refusal of the server is returned', async () => {
  const body = { success: false, code: 'forbidden', message: 'Ask a supervisor.' };
  const log = await exportWith(async () => Response.json(body, { status: 403 }));
  expect(log).toMatchObject({ kind: 'refused', failure: { code: 'forbidden', message: 'Ask a supervisor.' } });
});

test('without the server this device exports its own scans that match the filters', async () => {
  const log = await exportWith(() => Promise.reject(new TypeError('Failed to fetch')));
  if (log.kind !== 'device') throw new Error(log.kind);
  const lines = (await log.file.text()).trim().split('\r\n');
  expect([lines.length, lines[1]?.includes(',A,'), log.failure?.kind]).toEqual([3, true, 'unreachable']);
});

test('what only this device has is exported without asking the server', async () => {
  const ask = vi.fn();
  const log = await exportWith(ask, { sync: 'waiting' });
  if (log.kind !== 'device') throw new Error(log.kind);
  expect([log.failure, (await log.file.text()).trim().split('\r\n').length]).toEqual([null, 4]);
  expect(ask).not.toHaveBeenCalled();
});
