import { expect, test } from 'vitest';
import { createConfig } from './index.ts';

test('it knows its name', () => {
  expect(createConfig().name).toBe('config');
});
