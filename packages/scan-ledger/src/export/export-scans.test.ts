import { expect, test } from 'vitest';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { exportScans } from './export-scans.ts';

const entry = {
  scan: { id: 'scan-1', barcode: 'A', claimed_at: '2026-11-21T09:00:00.000Z' },
  domain: 'north',
  sync: 'sent',
  verdict: {
    ...{ outcome: 'accepted', reason: 'server_unreachable', certainty: 'device' },
    ticket: { holder: 'Zoë', type: 'Stalls', order: 'O-1', section: 'Balcony left', seat: 'Row 4' },
  },
  conflict: { id: 'c', kind: 'already_used', with_scan_id: 'scan-0', acknowledged_at: '2026-11-21T10:00:00.000Z' },
} as unknown as LedgerScan;

test('the CSV of a device has what the server’s has of a ticket, a conflict and a clerk’s decision', async () => {
  const text = await exportScans({ list: async () => [entry] }, 'north', { format: 'csv' });
  const [header = '', line = ''] = text.split('\r\n').map((row) => row.split(','));
  const cell = (column: string) => line[header.indexOf(column)];
  expect(
    ['ticket_type', 'order', 'section', 'seat', 'conflict_with', 'acknowledged_at', 'clerk_decision'].map(cell),
  ).toEqual(['Stalls', 'O-1', 'Balcony left', 'Row 4', 'scan-0', '2026-11-21T10:00:00.000Z', 'let_in']);
});

test('a spreadsheet reads the letters of a CSV as UTF-8', async () => {
  const text = await exportScans({ list: async () => [entry] }, 'north', { format: 'csv' });
  expect(text.startsWith('\ufeffid,')).toBe(true);
});

test.each(['=1', ' =1', '\0=1', '\0', '＝1', '＋1', '－1', '＠x', 'x;＝1'])(
  'the barcode %j is text that no spreadsheet runs',
  async (barcode) => {
    const scan = { ...entry.scan, barcode };
    const text = await exportScans({ list: async () => [{ ...entry, scan }] }, 'north', { format: 'csv' });
    const [header = '', line = ''] = text.split('\r\n').map((row) => row.split(','));
    expect(line[header.indexOf('barcode')]).toBe(barcode.replace(/^(x;)?/, "$1'"));
  },
);
