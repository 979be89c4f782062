import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideVerdict, type Presentation } from './decide-verdict.ts';
import { applyEffect, MAX_RECENT_EFFECTS, type ScanEffect, withdrawEffect } from './effects.ts';
import type { TicketState } from './ticket-state.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const GATE = '01a1fc4f-0000-7000-8000-00000000000a';

const fresh = (entriesAllowed = 1): TicketState => ({
  ...{ status: 'valid', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: null, worksAt: [], entriesAllowed, entriesUsed: 0, inside: 0 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [] },
});

const effect = (scanId: string, kind: ScanEffect['kind'], minute: number): ScanEffect => ({
  ...{ scanId, kind, at: NOW + minute * 60_000, deviceId: 'device', checkpointId: GATE },
  ...{ clerk: 'Miriam Okafor', checkpoint: 'Gate A' },
});

const fold = (effects: readonly ScanEffect[], state = fresh()) => effects.reduce(applyEffect, state);

const anyEffects = fc.uniqueArray(
  fc
    .tuple(fc.uuid({ version: 7 }), fc.constantFrom('enter' as const, 'leave' as const), fc.integer({ min: 0, max: 9 }))
    .map(([scanId, kind, minute]) => effect(scanId, kind, minute)),
  { selector: ({ scanId }) => scanId, maxLength: 20 },
);

describe('a ticket', () => {
  test.each([
    ['was entered', [effect('a', 'enter', 1)], { entriesUsed: 1, inside: 1, first: 'a', last: 'a' }],
    [
      'was left',
      [effect('a', 'enter', 1), effect('b', 'leave', 2)],
      { entriesUsed: 1, inside: 0, first: 'a', last: 'a' },
    ],
    [
      'was entered again',
      [effect('a', 'enter', 1), effect('b', 'leave', 2), effect('c', 'enter', 3)],
      { entriesUsed: 2, inside: 1, first: 'a', last: 'c' },
    ],
    [
      'was entered earlier than was known',
      [effect('b', 'enter', 2), effect('a', 'enter', 1)],
      { entriesUsed: 2, inside: 2, first: 'a', last: 'b' },
    ],
    [
      'was left by one of two visitors',
      [effect('a', 'enter', 1), effect('b', 'enter', 2), effect('c', 'leave', 3)],
      { entriesUsed: 2, inside: 1, first: 'a', last: 'b' },
    ],
    [
      'was left, and its entry arrived later',
      [effect('b', 'leave', 2), effect('a', 'enter', 1)],
      { entriesUsed: 1, inside: 0, first: 'a', last: 'a' },
    ],
    [
      "was entered twice in the same moment, in the order of the scans' ids",
      [effect('b', 'enter', 1), effect('a', 'enter', 1)],
      { entriesUsed: 2, inside: 2, first: 'a', last: 'b' },
    ],
    [
      'was left, though nobody saw its entry',
      [effect('a', 'leave', 1)],
      { entriesUsed: 0, inside: -1, first: undefined, last: undefined },
    ],
  ] as const)('that %s', (_what, effects, { entriesUsed, inside, first, last }) => {
    const state = fold(effects);
    expect(state).toMatchObject({ entriesUsed, inside });
    expect([state.firstUse?.scan_id, state.lastEntry?.scanId]).toEqual([first, last]);
  });

  test('is the same whatever the order in which its scans arrive', () => {
    fc.assert(
      fc.property(anyEffects, fc.infiniteStream(fc.nat()), (effects, order) => {
        const shuffled = effects
          .map((each) => ({ each, rank: order.next().value as number }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ each }) => each);
        expect(fold(shuffled)).toEqual(fold(effects));
      }),
    );
  });

  test('counts a scan once, however often its effect is applied', () => {
    fc.assert(
      fc.property(anyEffects, (effects) => {
        const recent = effects.slice(0, MAX_RECENT_EFFECTS);
        expect(fold([...recent, ...recent])).toEqual(fold(recent));
      }),
    );
  });

  test('from which a scan is withdrawn is as if the scan had not been', () => {
    fc.assert(
      fc.property(anyEffects, fc.nat(), (effects, index) => {
        const withdrawn = effects[index % Math.max(1, effects.length)];
        if (!withdrawn) return;
        const remaining = effects.filter((each) => each !== withdrawn);
        expect(withdrawEffect(fold(effects), withdrawn, remaining)).toEqual(fold(remaining));
      }),
    );
  });

  test('names its newest effects', () => {
    const effects = Array.from({ length: MAX_RECENT_EFFECTS + 1 }, (_, minute) => effect(`${minute}`, 'enter', minute));
    const newest = effects.slice(1).map(({ scanId, at, kind }) => ({ scanId, at, kind }));
    expect(fold(effects).recentEffects).toEqual(newest);
  });

  test('keeps the entries that no known scan accounts for', () => {
    const imported = { ...fresh(5), entriesUsed: 3 };
    const entry = effect('a', 'enter', 1);
    expect(withdrawEffect(applyEffect(imported, entry), entry, [])).toMatchObject({ entriesUsed: 3, firstUse: null });
  });

  test('keeps the first use of a scan that is no longer known', () => {
    const used = fold([effect('deleted', 'enter', 1)], fresh(2));
    const second = effect('second', 'enter', 5);
    expect(withdrawEffect(applyEffect(used, second), second, [])).toMatchObject({
      entriesUsed: 1,
      firstUse: used.firstUse,
    });
  });

  test('whose earlier entry is no longer known stays inside when an exit or a later entry is withdrawn', () => {
    const used = fold([effect('deleted', 'enter', 1)], fresh(2));
    for (const kind of ['enter', 'leave'] as const) {
      const next = effect('next', kind, 5);
      expect(withdrawEffect(applyEffect(used, next), next, [])).toMatchObject({
        ...{ entriesUsed: 1, inside: 1, recentEffects: used.recentEffects },
      });
    }
    const [exit, again] = [effect('exit', 'leave', 5), effect('again', 'enter', 6)];
    const left = { ...fold([exit], used), lastEntry: null };
    expect(withdrawEffect(fold([exit, again], used), again, [exit])).toEqual(left);
  });
});

const anyScan: fc.Arbitrary<Omit<Presentation, 'ticket'> & { scanId: string }> = fc.record({
  scanId: fc.uuid({ version: 7 }),
  mode: fc.constantFrom('entry', 'exit', 'check'),
  at: fc.integer({ min: NOW, max: NOW + 120_000 }),
  checkpointId: fc.constant(GATE),
  deviceId: fc.constantFrom('device-1', 'device-2'),
  ticketing: fc.constant('on'),
});

/** Decides a scan and folds its effect, like the server and a device. */
function present(
  state: TicketState,
  { scanId, ...scan }: typeof anyScan extends fc.Arbitrary<infer Scan> ? Scan : never,
) {
  const decision = decideVerdict({ ...scan, ticket: state });
  if (decision.effect === 'none') return { decision, state };
  const { at, deviceId, checkpointId } = scan;
  const applied = { scanId, kind: decision.effect, at, deviceId, checkpointId, clerk: 'C', checkpoint: 'Gate' };
  return { decision, state: applyEffect(state, applied), applied };
}

test('a device that adds its own scans to the snapshot decides as the server that had them all', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyScan, { selector: ({ scanId }) => scanId, maxLength: 12 }),
      anyScan,
      fc.nat(),
      fc.nat(4),
      (scans, next, cut, entriesAllowed) => {
        const history = scans.sort((one, other) => one.at - other.at);
        let server = fresh(entriesAllowed);
        let snapshot = server;
        const own: ScanEffect[] = [];
        for (const [index, scan] of history.entries()) {
          const { state, applied } = present(server, scan);
          server = state;
          if (index <= cut % Math.max(1, history.length)) snapshot = state;
          if (applied) own.push(applied);
        }
        // The device does not know which of its scans the snapshot has. Those that the snapshot names count once; it
        // names at most four entries and four exits.
        expect(present(own.reduce(applyEffect, snapshot), next).decision).toEqual(present(server, next).decision);
      },
    ),
  );
});
