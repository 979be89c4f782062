import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { createFakeAnalyticsLogger } from '../testing/index.ts';
import { createAnalyticsLoggerAtoms } from './index.ts';

test('the atom shows what was logged before its first use and every later event', async () => {
  const logger = createFakeAnalyticsLogger();
  const { logHistoryAtom } = createAnalyticsLoggerAtoms(logger);
  const store = createStore();
  const names = () => store.get(logHistoryAtom).map(({ event }) => event);
  logger.log({ name: 'before' });
  const stop = store.sub(logHistoryAtom, () => {});
  expect(names()).toEqual(['before']);
  logger.log({ name: 'after' });
  await vi.waitFor(() => expect(names()).toEqual(['before', 'after']));
  stop();
});

test('a store that has unsubscribed is not notified', async () => {
  const logger = createFakeAnalyticsLogger();
  const { logHistoryAtom } = createAnalyticsLoggerAtoms(logger);
  const store = createStore();
  const notified = vi.fn();
  const stop = store.sub(logHistoryAtom, notified);
  stop();
  logger.log({ name: 'unseen' });
  await Promise.resolve();
  expect(notified).not.toHaveBeenCalled();
});
