import { expect, test } from 'vitest';
import { type AnalyticsEvent, logChanges } from './index.ts';

test('each change of what is read is logged once, at level debug', () => {
  const events: AnalyticsEvent[] = [];
  const listeners: (() => void)[] = [];
  let status = 'ready';
  logChanges({
    logger: { log: (event) => events.push(event) },
    name: 'ledger_changed',
    subscribe: (listener) => listeners.push(listener),
    read: () => ({ status }),
  });
  const notify = () => {
    for (const listener of listeners) listener();
  };
  notify();
  notify();
  status = 'sending';
  notify();
  expect(events).toEqual(
    ['ready', 'sending'].map((now) => ({
      name: 'ledger_changed',
      level: 'debug',
      category: 'system',
      properties: { status: now },
    })),
  );
});

test('whoever logs the changes can end it, as a module that is replaced does', () => {
  const events: AnalyticsEvent[] = [];
  const listeners = new Set<() => void>();
  const end = logChanges({
    logger: { log: (event) => events.push(event) },
    name: 'ledger_changed',
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => ({ status: 'ready' }),
  });
  end();
  for (const listener of listeners) listener();
  expect(events).toEqual([]);
});
