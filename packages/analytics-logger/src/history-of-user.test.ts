import { expect, test } from 'vitest';
import { historyOfUser } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const ADA = { id: '1', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gates' };
const BOB = { ...ADA, id: '2', clerk: 'bob', userName: 'Bob', domain: 'south' };

test('of the history, a user gets what followed the events of another one, and none without a user in between', () => {
  const logger = createFakeAnalyticsLogger();
  const names = (userId: string) => historyOfUser(logger.getHistory(), userId).map(({ event }) => event);
  logger.log({ name: 'page opened' });
  logger.setUser(ADA);
  logger.log({ name: 'scanned by Ada' });
  logger.clearUser();
  logger.log({ name: 'answer for Ada' });
  expect(names(ADA.id)).toEqual(['page opened', 'user_identified', 'scanned by Ada', 'user_cleared', 'answer for Ada']);
  expect(names(BOB.id)).toEqual([]);
  logger.setUser(BOB);
  logger.log({ name: 'scanned by Bob' });
  expect(names(BOB.id)).toEqual(['user_identified', 'scanned by Bob']);
  logger.clearUser();
  logger.setUser(ADA);
  expect(names(ADA.id)).toEqual(['user_identified']);
});
