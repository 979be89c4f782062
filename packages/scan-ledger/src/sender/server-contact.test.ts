import { describe, expect, test } from 'vitest';
import { type ContactEvent, isOffline, NO_CONTACT, nextContact } from './server-contact.ts';

const NOW = 1_000_000;
const answered = (isOnline = true): ContactEvent => ({ kind: 'answered', now: NOW, isOnline });
const unanswered = (answersBefore: number): ContactEvent => ({ kind: 'unanswered', answersBefore });
const after = (...events: ContactEvent[]) => events.reduce(nextContact, NO_CONTACT);

test.each([
  ['no call', [], 'unknown'],
  ['an answer', [answered()], 'answered'],
  ['a call without an answer', [unanswered(0)], 'unanswered'],
  ['an answer, then a call without one', [answered(), unanswered(1)], 'unanswered'],
  ['a call without an answer, then an answer', [unanswered(0), answered()], 'answered'],
  ['a call without an answer, during which another one was answered', [answered(), unanswered(0)], 'answered'],
] as const)('after %s the server is %s', (_what, events, kind) => {
  expect(after(...events).kind).toBe(kind);
});

describe("the browser's report of no network", () => {
  test.each([
    ['counts before any call', [], 0, true],
    ['counts after a call without an answer', [answered(false), unanswered(1)], 0, true],
    ['counts after an answer of more than 10 s ago', [answered()], 10_001, true],
    ['does not count 10 s after an answer', [answered()], 10_000, false],
    ['does not count once an answer arrived in spite of it, however long ago', [answered(false)], 3_600_000, false],
    ['counts again after an answer without such a report', [answered(false), answered()], 3_600_000, true],
  ] as const)('%s', (_what, events, ageMs, expected) => {
    expect(isOffline(after(...events), { isOnline: false, now: NOW + ageMs })).toBe(expected);
  });

  test('is the only thing that says so', () => {
    expect(isOffline(after(unanswered(0)), { isOnline: true, now: NOW })).toBe(false);
  });
});
