import { expect, test } from 'vitest';
import type { TicketState } from '../rules/ticket-state.ts';
import { decodeTicket, encodeTicket } from './ticket-codec.ts';

const STATE: TicketState = {
  ...{ status: 'valid', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: 1, worksAt: [], entriesAllowed: 2, entriesUsed: 1, inside: 1 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [{ scanId: 'a', at: 1, kind: 'enter' }] },
};
const fields: unknown[] = JSON.parse(new TextDecoder().decode(encodeTicket(STATE)));
const SEATED: TicketState = { ...STATE, section: 'Balcony left', seat: 'Row 4, seat 12' };
const bytesOf = (wire: unknown) => new TextEncoder().encode(JSON.stringify(wire));

test('a row is the list that every build of version 1 writes', () => {
  expect(new TextDecoder().decode(encodeTicket(STATE))).toBe(
    '["valid","Ada Berg","Day ticket",null,"R-1",null,1,[],2,1,1,null,null,[["a",1,"enter"]]]',
  );
});

test('section and seat stand behind what every build of version 1 reads, where a ticket has one of them', () => {
  expect(JSON.parse(new TextDecoder().decode(encodeTicket(SEATED)))).toEqual([
    ...fields,
    'Balcony left',
    'Row 4, seat 12',
  ]);
  for (const state of [SEATED, { ...SEATED, seat: null }, { ...SEATED, section: null }]) {
    expect(decodeTicket(encodeTicket(state))).toEqual(state);
  }
});

test('fields of a newer build are ignored, in the ticket and in its effects', () => {
  const seated = [...fields, 'Balcony left', 'Row 4, seat 12'];
  expect(decodeTicket(bytesOf([...seated, 'a later field', { more: 1 }]))).toEqual(SEATED);
  expect(decodeTicket(bytesOf([...fields.slice(0, -1), [['a', 1, 'enter', 'gate']]]))).toEqual(STATE);
});

test('a ticket with a status of a newer build lets nobody in', () => {
  expect(decodeTicket(bytesOf(['resold', ...fields.slice(1)]))).toEqual({ ...STATE, status: 'blocked' });
});

test.each([
  ['a later version', [2, ...fields]],
  ['a field too few', fields.slice(0, -1)],
  ['no list', { status: 'valid' }],
])('%s is not read as a ticket', (_what, wire) => {
  expect(() => decodeTicket(bytesOf(wire))).toThrow();
});
