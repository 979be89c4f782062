import { setupI18n } from '@lingui/core';
import type { TicketView, Verdict } from '@scantix/api-contract';
import { compileTexts, readPoFile } from '@scantix/i18n/testing';
import { expect, test } from 'vitest';
import { factsOf } from './verdict-facts.ts';
import { lookOf } from './verdict-look.ts';

const readMessages = async (locale: string) =>
  compileTexts(await readPoFile(new URL(`../i18n/locales/${locale}.po`, import.meta.url)));

const english = setupI18n({ locale: 'en', messages: { en: await readMessages('en') } });
const SEATED = { section: 'Balcony left', seat: 'Row 4, seat 12' };

function shownOf(where: Pick<TicketView, 'section' | 'seat'>, part: Partial<Verdict> = {}, i18n = english) {
  const ticket = {
    ...{ holder: 'Ada Berg', type: 'Day', entries_left: 0, entries_allowed: 1, valid_from: null, valid_until: null },
    ...{ order: null, ...where },
  };
  const verdict: Verdict = {
    ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', ticket },
    ...{ decided_at: '2026-11-21T12:00:00.000Z', ...part },
  };
  const facts = factsOf(i18n, verdict, { barcode: 'A-1', tookMs: 40, look: lookOf(verdict) });
  return facts.map(({ label, value }) => `${label}: ${value}`);
}

test('an accepted ticket without a seat has who decided among its four facts', () => {
  const facts = ['Ticket: Day', 'Entries used: 1 of 1', 'Code: A-1', 'Decided: Server, 40\u00a0ms'];
  expect(shownOf({}, { certainty: 'server' })).toEqual(facts);
});

test('a verdict of the device has no time: the server answers for the record, later', () => {
  expect(shownOf({}).at(-1)).toBe('Decided: This device');
});

test('section and seat take the place of who decided', () => {
  const facts = ['Ticket: Day', 'Seat: Balcony left, Row 4, seat 12', 'Entries used: 1 of 1', 'Code: A-1'];
  expect(shownOf(SEATED)).toEqual(facts);
  expect(shownOf(SEATED, { outcome: 'attention', reason: 'needs_attention' })).toEqual(facts);
  expect(shownOf(SEATED, { mode: 'check' })).toEqual(facts);
});

test('a seat without a section, and a section without a seat, stand alone', () => {
  expect(shownOf({ seat: 'Box 7' })[1]).toBe('Seat: Box 7');
  expect(shownOf({ section: 'Family lawn' })[1]).toBe('Section: Family lawn');
});

test('whom nobody lets in is not led to a seat', () => {
  const facts = ['Holder: Ada Berg', 'Ticket: Day', 'Code: A-1'];
  expect(shownOf(SEATED, { outcome: 'refused', reason: 'blocked' })).toEqual(facts);
  expect(shownOf(SEATED, { outcome: 'attention', reason: 'self_repeat' })).toEqual(facts);
});

test.each([
  [{ checkpoint: 'Gate', clerk: 'anna' }, 'First scan: 11:00, Gate, anna'],
  [{ checkpoint: '', clerk: 'anna' }, 'First scan: 11:00, anna'],
  [{ checkpoint: '', clerk: '' }, 'First scan: 11:00'],
])('a first scan leaves out what is not known of it: %j', (known, fact) => {
  const first_use = { scan_id: '0197f0c2-6f8e-7a51-8f3a-3f1f8f6f2f10', at: '2026-11-21T11:00:00.000Z', ...known };
  expect(shownOf({}, { outcome: 'refused', reason: 'already_used', first_use })[2]).toBe(fact);
});

test.each([
  ['de', 'Platz: Box 7', 'Bereich: Stalls'],
  ['es', 'Asiento: Box 7', 'Zona: Stalls'],
  ['fr', 'Place: Box 7', 'Zone: Stalls'],
])('seat and section have words in %s', async (locale, seat, section) => {
  const i18n = setupI18n({ locale, messages: { [locale]: await readMessages(locale) } });
  expect(shownOf({ seat: 'Box 7' }, {}, i18n)[1]).toBe(seat);
  expect(shownOf({ section: 'Stalls' }, {}, i18n)[1]).toBe(section);
});
