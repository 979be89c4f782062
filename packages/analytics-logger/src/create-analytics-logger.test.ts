import { expect, test } from 'vitest';
import { createAnalyticsLogger } from './index.ts';

test('it knows its name', () => {
  expect(createAnalyticsLogger().name).toBe('analytics-logger');
});
