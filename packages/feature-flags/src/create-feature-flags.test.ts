import { expect, test } from 'vitest';
import { createFeatureFlags } from './index.ts';

test('it knows its name', () => {
  expect(createFeatureFlags().name).toBe('feature-flags');
});
