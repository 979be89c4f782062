import { barcodeBytes } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import { importSnapshotKey, openTicket, sealTicket, ticketKey } from '@scantix/api-contract/snapshot';
import { expect, test } from 'vitest';
import { sealRow } from './seal-row.ts';

const state: TicketState = {
  ...{ status: 'valid', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: 'Balcony left', seat: 'Row 4, seat 12' },
  ...{ validFrom: null, validUntil: 1, worksAt: [], entriesAllowed: 1, entriesUsed: 0, inside: 0 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [] },
};

test.each(['A-1', 'ü\u0000\u{1f3ab}', 'x'.repeat(8_192)])(
  'a row is sealed byte for byte as the contract seals it: %.8s',
  async (barcode) => {
    const key = await ticketKey(await importSnapshotKey(new Uint8Array(32).fill(1)), barcode);
    const iv = new Uint8Array(12).fill(2);
    const sealed = sealRow(state, {
      barcode: barcodeBytes(barcode),
      key: Buffer.from(key, 'base64'),
      random: () => iv,
    });
    expect(sealed.toString('base64')).toBe(await sealTicket(state, { barcode, key, iv }));
    expect(await openTicket(sealed.toString('base64'), { barcode, key })).toEqual(state);
  },
);
