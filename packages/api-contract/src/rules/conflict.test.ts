import { describe, expect, test } from 'vitest';
import { conflictOver } from './conflict.ts';
import type { TicketState } from './ticket-state.ts';

const TICKET: TicketState = {
  ...{ status: 'valid', holder: null, type: 'Day ticket', note: null, order: null },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: null, worksAt: [], entriesAllowed: 1, entriesUsed: 1, inside: 1 },
  firstUse: { scan_id: 'first', at: '2026-11-21T19:00:00.000Z', clerk: 'Ben', checkpoint: 'Gate B' },
  lastEntry: { scanId: 'last', at: Date.UTC(2026, 10, 21, 19), deviceId: 'device-2', checkpointId: 'gate' },
  recentEffects: [],
};

describe('a conflict over a ticket that is used up', () => {
  test.each(['already_used', 'self_repeat'] as const)('names the newest entry (%s)', (kind) => {
    expect(conflictOver(kind, 'own', TICKET)).toEqual({ kind, withScanId: 'last' });
  });

  test('names no other entry where the newest is the scan itself', () => {
    expect(conflictOver('already_used', 'last', TICKET)).toEqual({ kind: 'already_used' });
  });

  test('names no other entry where none is known', () => {
    const imported = { ...TICKET, firstUse: null, lastEntry: null };
    expect(conflictOver('already_used', 'own', imported)).toStrictEqual({ kind: 'already_used' });
    expect(conflictOver('already_used', 'own', null)).toEqual({ kind: 'already_used' });
  });
});

test('a conflict for another reason names no other entry', () => {
  expect(conflictOver('blocked', 'own', TICKET)).toEqual({ kind: 'blocked' });
});
