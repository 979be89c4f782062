import { setupI18n } from '@lingui/core';
import { compileMessage } from '@scantix/i18n';
import type { TicketsState } from '@scantix/scan-ledger';
import { expect, test } from 'vitest';
import { ageWords, readinessWords } from './ticket-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage);
const now = Date.parse('2026-11-21T14:00:00.000Z');
const tickets: TicketsState = {
  status: 'ready',
  count: 12_480,
  expectedCount: null,
  generatedAt: '2026-11-21T13:56:00.000Z',
  receivedAt: now - 240_000,
  updating: false,
  problem: null,
};

test.each([
  [0, 'less than a minute'],
  [59_999, 'less than a minute'],
  [60_000, '1\u00a0min'],
  [3_599_999, '59\u00a0min'],
  [3_600_000, '1\u00a0h'],
  [86_399_999, '23\u00a0h'],
  [86_400_000, '1 day'],
  [300_000_000, '3 days'],
])('an age of %i ms is %j', (ageMs, words) => {
  expect(ageWords(i18n, ageMs)).toBe(words);
});

test('complete and recent tickets are ready, with their number and age', () => {
  expect(readinessWords(i18n, tickets, now)).toEqual({
    ready: true,
    title: 'Ready for offline',
    detail: '12,480 tickets, 4\u00a0min old',
  });
});

test('stale tickets say so and still decide; expired ones do not', () => {
  expect(readinessWords(i18n, { ...tickets, status: 'stale' }, now)).toMatchObject({
    ready: true,
    title: 'Offline tickets are getting old',
  });
  expect(readinessWords(i18n, { ...tickets, status: 'expired' }, now).ready).toBe(false);
});

test('tickets that are still loading are never ready', () => {
  const loading = { ...tickets, status: 'loading', count: 5_000, expectedCount: 12_480, receivedAt: null } as const;
  expect(readinessWords(i18n, loading, now)).toMatchObject({ ready: false, detail: '5,000 of 12,480' });
});

test('a clock that differs from the server’s does not change the age', () => {
  const apart = { ...tickets, generatedAt: '2026-11-21T09:00:00.000Z' };
  expect(readinessWords(i18n, apart, now).detail).toBe('12,480 tickets, 4\u00a0min old');
});

test('a clock that was set back does not change the age', () => {
  expect(readinessWords(i18n, tickets, now - 3_600_000).detail).toBe('12,480 tickets, less than a minute old');
});
