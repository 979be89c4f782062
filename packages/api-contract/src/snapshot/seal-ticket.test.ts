import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TicketState } from '../rules/ticket-state.ts';
import { importSnapshotKey, openTicket, sealTicket, ticketKey } from './seal-ticket.ts';

const instant = fc.option(fc.integer());
const id = fc.uuid({ version: 7 });
const name = fc.string({ minLength: 1, maxLength: 20 });
const anyState: fc.Arbitrary<TicketState> = fc.record({
  status: fc.constantFrom('valid', 'cancelled', 'blocked', 'unpaid'),
  holder: fc.option(fc.string({ unit: 'grapheme' })),
  type: fc.string(),
  note: fc.option(fc.string()),
  order: fc.option(fc.string()),
  section: fc.option(fc.string({ unit: 'grapheme' })),
  seat: fc.option(fc.string({ unit: 'grapheme' })),
  validFrom: instant,
  validUntil: instant,
  worksAt: fc.array(fc.record({ id, name }), { maxLength: 3 }),
  entriesAllowed: fc.nat(),
  entriesUsed: fc.nat(),
  inside: fc.integer(),
  firstUse: fc.option(
    fc.record({ scan_id: id, at: fc.constant('2026-11-21T19:00:00.000Z'), clerk: name, checkpoint: name }),
  ),
  lastEntry: fc.option(fc.record({ scanId: id, at: fc.nat(), deviceId: name, checkpointId: id })),
  recentEffects: fc.array(fc.record({ scanId: id, at: fc.nat(), kind: fc.constantFrom('enter', 'leave') }), {
    maxLength: 8,
  }),
});
const anyBarcode = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).filter((text) => text.isWellFormed());

const KEY = new Uint8Array(32).fill(7);

describe('a row of the snapshot', () => {
  test('opens with its own barcode to what was sealed', async () => {
    const snapshotKey = await importSnapshotKey(KEY);
    await fc.assert(
      fc.asyncProperty(anyState, anyBarcode, async (state, barcode) => {
        const key = await ticketKey(snapshotKey, barcode);
        expect(await openTicket(await sealTicket(state, { barcode, key }), { barcode, key })).toEqual(state);
      }),
    );
  });

  test('stays shut for another barcode, under another key, and with any byte changed', async () => {
    const snapshotKey = await importSnapshotKey(KEY);
    const [state] = fc.sample(anyState, { numRuns: 1, seed: 1 }) as [TicketState];
    const barcode = 'A-1';
    const key = await ticketKey(snapshotKey, barcode);
    const sealed = await sealTicket(state, { barcode, key });
    await expect(openTicket(sealed, { barcode: 'A-2', key })).rejects.toThrow();
    const otherKey = await ticketKey(snapshotKey, 'A-2');
    await expect(openTicket(sealed, { barcode, key: otherKey })).rejects.toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(openTicket(changed.toString('base64'), { barcode, key })).rejects.toThrow();
    }
  });

  test('has a key that depends on the domain', async () => {
    const other = await importSnapshotKey(new Uint8Array(32).fill(8));
    expect(await ticketKey(await importSnapshotKey(KEY), 'A-1')).not.toBe(await ticketKey(other, 'A-1'));
  });

  test('is sealed under a key that no script can read out', async () => {
    expect((await importSnapshotKey(KEY)).extractable).toBe(false);
  });
});
