import { expect, test } from 'vitest';
import { toVerdict } from './to-verdict.ts';

const AT = Date.UTC(2026, 10, 21, 20, 0, 0);
const MADE = { mode: 'entry', at: AT, certainty: 'device' } as const;

test('a verdict says who made the decision, when and in which mode, and nothing that the decision does not', () => {
  const decision = { outcome: 'refused', reason: 'unknown_code', effect: 'none' } as const;
  expect(toVerdict(decision, MADE)).toEqual({
    ...{ outcome: 'refused', reason: 'unknown_code', certainty: 'device', mode: 'entry' },
    decided_at: '2026-11-21T20:00:00.000Z',
  });
});

test('a verdict carries the ticket, its first use and where it works', () => {
  const ticket = {
    ...{ holder: 'Ada Berg', type: 'Day ticket', entries_left: 0, entries_allowed: 1 },
    ...{ valid_from: null, valid_until: null, order: null },
  };
  const firstUse = { scan_id: 'first', at: '2026-11-21T19:00:00.000Z', clerk: 'Ben', checkpoint: 'Gate B' };
  const worksAt = [{ id: 'door', name: 'Door' }];
  const decision = {
    outcome: 'refused',
    reason: 'wrong_checkpoint',
    effect: 'none',
    ticket,
    firstUse,
    worksAt,
  } as const;
  expect(toVerdict(decision, MADE)).toMatchObject({ ticket, first_use: firstUse, works_at: worksAt });
});
