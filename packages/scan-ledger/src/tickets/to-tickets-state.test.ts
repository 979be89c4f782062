import { describe, expect, test } from 'vitest';
import type { TicketSet } from '../ports/ticket-store.ts';
import { toTicketsState } from './to-tickets-state.ts';

const IDLE = { updating: false, problem: null };
const SET = {
  ...{ sum: { count: 40 }, rows: 12, expectedCount: 50, generatedAt: '2026-11-21T09:00:00.000Z', receivedAt: 7 },
} as TicketSet;

describe('a complete set of tickets', () => {
  test.each(['ready', 'stale', 'expired'] as const)('is as %s as its age says, whatever else arrives', (age) => {
    const state = toTicketsState({ whole: SET, arriving: SET }, { updating: true, problem: 'No network' }, age);
    expect(state).toEqual({
      ...{ status: age, count: 40, expectedCount: null, generatedAt: SET.generatedAt, receivedAt: 7 },
      ...{ updating: true, problem: 'No network' },
    });
  });

  test('without a sum counts no tickets', () => {
    expect(toTicketsState({ whole: { ...SET, sum: null }, arriving: null }, IDLE, 'ready').count).toBe(0);
  });
});

describe('a set that arrives', () => {
  test.each([
    ['loads', { updating: true, problem: null }, 'loading'],
    ['loads again after a failure', { updating: true, problem: 'No network' }, 'loading'],
    ['was interrupted without a failure', IDLE, 'loading'],
    ['has failed', { updating: false, problem: 'No network' }, 'failed'],
  ] as const)('%s', (_what, download, status) => {
    expect(toTicketsState({ whole: null, arriving: SET }, download, 'expired')).toEqual({
      ...{ status, count: 12, expectedCount: 50, generatedAt: null, receivedAt: null, ...download },
    });
  });
});

describe('a device without tickets', () => {
  test.each([
    ['begins to load', { updating: true, problem: null }, 'loading'],
    ['could not load', { updating: false, problem: 'No network' }, 'failed'],
    ['loads nothing', IDLE, 'none'],
  ] as const)('%s', (_what, download, status) => {
    expect(toTicketsState({ whole: null, arriving: null }, download, 'expired')).toEqual({
      ...{ status, count: 0, expectedCount: null, generatedAt: null, receivedAt: null, ...download },
    });
  });
});
