import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verdict } from '../verdict.ts';
import { type Decision, decideVerdict, type Presentation, SELF_REPEAT_WINDOW_MS } from './decide-verdict.ts';
import { applyEffect } from './effects.ts';
import type { TicketState } from './ticket-state.ts';
import { toVerdict } from './to-verdict.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const GATE = '01a1fc4f-0000-7000-8000-00000000000a';
const DOOR = '01a1fc4f-0000-7000-8000-00000000000b';
const DEVICE = 'device-1';

const ticket = (state: Partial<TicketState> = {}): TicketState => ({
  status: 'valid',
  holder: 'Ada Berg',
  type: 'Day ticket',
  note: null,
  order: 'R-1',
  section: null,
  seat: null,
  validFrom: null,
  validUntil: null,
  worksAt: [],
  entriesAllowed: 1,
  entriesUsed: 0,
  inside: 0,
  firstUse: null,
  lastEntry: null,
  recentEffects: [],
  ...state,
});

const FIRST_USE = { scan_id: DOOR, at: '2026-11-21T19:00:00.000Z', clerk: 'Miriam Okafor', checkpoint: 'Gate A' };
const used = (agoMs: number, state: Partial<TicketState> = {}) =>
  ticket({
    entriesUsed: 1,
    inside: 1,
    firstUse: FIRST_USE,
    lastEntry: { scanId: DOOR, at: NOW - agoMs, deviceId: DEVICE, checkpointId: GATE },
    ...state,
  });

const decide = (presented: TicketState | null, more: Partial<Presentation> = {}) =>
  decideVerdict({
    mode: 'entry',
    at: NOW,
    checkpointId: GATE,
    deviceId: DEVICE,
    ticketing: 'on',
    ticket: presented,
    ...more,
  });

type Case = [
  string,
  TicketState | null,
  Partial<Presentation>,
  Decision['outcome'],
  Decision['reason'],
  Decision['effect'],
];

const CASES: Case[] = [
  ['a good ticket is let in', ticket(), {}, 'accepted', 'ok', 'enter'],
  ['a check of a good ticket accepts and changes nothing', ticket(), { mode: 'check' }, 'accepted', 'ok', 'none'],
  [
    'a note for staff asks for attention and lets in',
    ticket({ note: 'Child' }),
    {},
    'attention',
    'needs_attention',
    'enter',
  ],
  ['a note does not hold up who leaves', used(60_000, { note: 'Child' }), { mode: 'exit' }, 'accepted', 'ok', 'leave'],
  ['no ticket is an unknown code', null, {}, 'refused', 'unknown_code', 'none'],
  ['no ticket may not leave either', null, { mode: 'exit' }, 'refused', 'unknown_code', 'none'],
  ['a cancelled ticket', ticket({ status: 'cancelled' }), {}, 'refused', 'cancelled', 'none'],
  ['a blocked ticket', ticket({ status: 'blocked' }), {}, 'refused', 'blocked', 'none'],
  ['an unpaid ticket', ticket({ status: 'unpaid' }), {}, 'refused', 'unpaid', 'none'],
  [
    'a cancelled ticket that was used is cancelled',
    used(60_000, { status: 'cancelled' }),
    {},
    'refused',
    'cancelled',
    'none',
  ],
  ['one millisecond too early', ticket({ validFrom: NOW + 1 }), {}, 'refused', 'not_yet_valid', 'none'],
  ['from its first millisecond on', ticket({ validFrom: NOW }), {}, 'accepted', 'ok', 'enter'],
  ['to its last millisecond', ticket({ validUntil: NOW + 1 }), {}, 'accepted', 'ok', 'enter'],
  ['at its end it has expired', ticket({ validUntil: NOW }), {}, 'refused', 'expired', 'none'],
  [
    'who is inside may leave after the end',
    used(60_000, { validUntil: NOW - 1 }),
    { mode: 'exit' },
    'accepted',
    'ok',
    'leave',
  ],
  ['works at this checkpoint', ticket({ worksAt: [{ id: GATE, name: 'Gate' }] }), {}, 'accepted', 'ok', 'enter'],
  [
    'works at this checkpoint and another',
    ticket({
      worksAt: [
        { id: DOOR, name: 'Door' },
        { id: GATE, name: 'Gate' },
      ],
    }),
    {},
    'accepted',
    'ok',
    'enter',
  ],
  ['works elsewhere', ticket({ worksAt: [{ id: DOOR, name: 'Door' }] }), {}, 'refused', 'wrong_checkpoint', 'none'],
  ['was used long ago', used(SELF_REPEAT_WINDOW_MS), {}, 'refused', 'already_used', 'none'],
  ['was used just now by this device here', used(4_000), {}, 'attention', 'self_repeat', 'none'],
  ['was used just now by another device', used(4_000), { deviceId: 'device-2' }, 'refused', 'already_used', 'none'],
  ['was used just now at another checkpoint', used(4_000), { checkpointId: DOOR }, 'refused', 'already_used', 'none'],
  ['was used just now and has left since', used(4_000, { inside: 0 }), {}, 'refused', 'already_used', 'none'],
  ['was used just now and is checked', used(4_000), { mode: 'check' }, 'refused', 'already_used', 'none'],
  [
    'is inside by an entry that nobody knows',
    used(4_000, { firstUse: null, lastEntry: null }),
    {},
    'refused',
    'already_used',
    'none',
  ],
  ['has entries left, scanned twice in a row', used(4_000, { entriesAllowed: 2 }), {}, 'accepted', 'ok', 'enter'],
  ['admits nobody at all', ticket({ entriesAllowed: 0 }), {}, 'refused', 'already_used', 'none'],
  ['leaves after entering', used(60_000), { mode: 'exit' }, 'accepted', 'ok', 'leave'],
  ['leaves without having entered', ticket(), { mode: 'exit' }, 'refused', 'exit_without_entry', 'none'],
  ['a domain that simply collects takes any code', null, { ticketing: 'off' }, 'accepted', 'ok', 'none'],
];

describe('the rules of admission', () => {
  test.each(CASES)('%s', (_name, state, presentation, outcome, reason, effect) => {
    expect(decide(state, presentation)).toMatchObject({ outcome, reason, effect });
  });

  test('tell who the ticket is and how many entries are left after this one', () => {
    expect(decide(ticket({ entriesAllowed: 3, entriesUsed: 1, note: 'Child' })).ticket).toEqual({
      holder: 'Ada Berg',
      type: 'Day ticket',
      note: 'Child',
      entries_left: 1,
      entries_allowed: 3,
      valid_from: null,
      valid_until: null,
      order: 'R-1',
    });
  });

  test('tell section and seat of a ticket that names them', () => {
    const stands = decide(ticket({ section: 'Balcony left' })).ticket;
    expect(stands).toMatchObject({ section: 'Balcony left' });
    expect(stands).not.toHaveProperty('seat');
    expect(decide(ticket({ status: 'blocked', seat: 'Row 4, seat 12' })).ticket).toMatchObject({
      seat: 'Row 4, seat 12',
    });
  });

  test('tell when the ticket is valid', () => {
    const [validFrom, validUntil] = [NOW, NOW + 1_000];
    expect(decide(ticket({ validFrom, validUntil })).ticket).toMatchObject({
      valid_from: '2026-11-21T20:00:00.000Z',
      valid_until: '2026-11-21T20:00:01.000Z',
    });
  });

  test('tell of the first use, and where a ticket works', () => {
    expect(decide(used(60_000)).firstUse).toEqual(FIRST_USE);
    expect(decide(used(4_000)).firstUse).toEqual(FIRST_USE);
    const worksAt = [{ id: DOOR, name: 'Door' }];
    expect(decide(ticket({ worksAt })).worksAt).toEqual(worksAt);
  });

  test('tell of a self-repeat only the entry that it repeats', () => {
    const repeated = used(6_000, {
      ...{ entriesAllowed: 2, entriesUsed: 2 },
      firstUse: { ...FIRST_USE, scan_id: GATE },
    });
    expect(decide(repeated).reason).toBe('self_repeat');
    expect(decide(repeated)).not.toHaveProperty('firstUse');
    expect(decide(repeated, { mode: 'check' }).firstUse).toMatchObject({ scan_id: GATE });
  });

  test('tell nothing of a ticket that is not there', () => {
    expect(decide(null)).toEqual({ outcome: 'refused', reason: 'unknown_code', effect: 'none' });
  });
});

const checkpointId = fc.constantFrom(GATE, DOOR);
const deviceId = fc.constantFrom('device-1', 'device-2');
const time = fc.integer({ min: NOW - 120_000, max: NOW + 120_000 });
const anyTicket: fc.Arbitrary<TicketState> = fc
  .record({
    status: fc.constantFrom(
      'valid' as const,
      'valid' as const,
      'valid' as const,
      'cancelled' as const,
      'blocked' as const,
      'unpaid' as const,
    ),
    holder: fc.option(fc.string()),
    type: fc.string(),
    note: fc.option(fc.string()),
    order: fc.option(fc.string()),
    section: fc.option(fc.string()),
    seat: fc.option(fc.string()),
    validFrom: fc.option(time),
    validUntil: fc.option(time),
    worksAt: fc.array(fc.record({ id: checkpointId, name: fc.string({ minLength: 1, maxLength: 20 }) }), {
      maxLength: 2,
    }),
    entriesAllowed: fc.integer({ min: 0, max: 3 }),
    entriesUsed: fc.integer({ min: 0, max: 3 }),
    inside: fc.integer({ min: -1, max: 3 }),
    firstUse: fc.constantFrom(null, FIRST_USE),
    lastEntry: fc.option(fc.record({ scanId: fc.constant(DOOR), at: time, deviceId, checkpointId })),
    recentEffects: fc.constant([]),
  })
  .map((state) => ({ ...state, entriesUsed: Math.min(state.entriesUsed, state.entriesAllowed) }));
const anyPresentation: fc.Arbitrary<Presentation> = fc.record({
  mode: fc.constantFrom('entry', 'exit', 'check'),
  at: time,
  checkpointId,
  deviceId,
  ticketing: fc.constantFrom('on', 'off'),
  ticket: fc.option(anyTicket),
});

const scanId = fc.uuid({ version: 7 });

/** The ticket after its presentation. */
function after(state: TicketState, { effect }: Decision, presented: Presentation, id: string): TicketState {
  if (effect === 'none') return state;
  const { at, deviceId, checkpointId } = presented;
  return applyEffect(state, {
    scanId: id,
    kind: effect,
    at,
    deviceId,
    checkpointId,
    clerk: 'Clerk',
    checkpoint: 'Gate',
  });
}

describe('whatever is presented', () => {
  test('only what is let through has an effect, and a check never has one', () => {
    fc.assert(
      fc.property(anyPresentation, (presentation) => {
        const { outcome, effect, reason } = decideVerdict(presentation);
        if (outcome === 'refused' || reason === 'self_repeat') expect(effect).toBe('none');
        if (presentation.mode === 'check') expect(effect).toBe('none');
        if (effect === 'enter') expect(presentation.mode).toBe('entry');
        if (effect === 'leave') expect(presentation.mode).toBe('exit');
      }),
    );
  });

  test('the verdict fits the contract', () => {
    fc.assert(
      fc.property(anyPresentation, (presentation) => {
        const { mode, at } = presentation;
        const wire = toVerdict(decideVerdict(presentation), { mode, at, certainty: 'server' });
        expect(verdict.safeParse(wire).success).toBe(true);
      }),
    );
  });

  test('a ticket is never used more often than allowed', () => {
    fc.assert(
      fc.property(anyTicket, fc.array(fc.tuple(scanId, anyPresentation), { maxLength: 20 }), (first, presentations) => {
        let state = first;
        for (const [id, presentation] of presentations) {
          const presented = { ...presentation, ticket: state };
          state = after(state, decideVerdict(presented), presented, id);
          expect(state.entriesUsed).toBeLessThanOrEqual(state.entriesAllowed);
        }
      }),
    );
  });

  test('the same ticket, history and clock give the same decision, and nothing is changed', () => {
    fc.assert(
      fc.property(anyPresentation, (presentation) => {
        const before = structuredClone(presentation);
        expect(decideVerdict(presentation)).toEqual(decideVerdict(before));
        expect(presentation).toEqual(before);
      }),
    );
  });
});
