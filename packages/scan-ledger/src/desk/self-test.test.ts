import { expect, test } from 'vitest';
import type { LedgerState } from '../index.ts';
import { runSelfTest, type SelfTestInput } from './self-test.ts';

const ready = { status: 'ready', tickets: { status: 'ready' } } as LedgerState;
const good: SelfTestInput = { ledger: ready, appIsKept: true, offlineSessionGraceMs: 1, storagePersists: true };

test('a device that has everything passes', () => {
  expect(runSelfTest(good)).toEqual({ storage: true, tickets: true, app: true, session: true, kept: true });
});

test.each([
  ['storage', { ...good, ledger: { ...ready, status: 'failed' } as LedgerState }],
  ['tickets', { ...good, ledger: { ...ready, tickets: { ...ready.tickets, status: 'expired' } } as LedgerState }],
  ['app', { ...good, appIsKept: false }],
  ['session', { ...good, offlineSessionGraceMs: 0 }],
  ['kept', { ...good, storagePersists: false }],
] as const)('a device without %s fails that test alone', (name, input) => {
  const failed = Object.entries(runSelfTest(input)).flatMap(([test, passed]) => (passed ? [] : [test]));
  expect(failed).toEqual([name]);
});
