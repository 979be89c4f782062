import { expect, test } from 'vitest';
import { createTheme } from './index.ts';

test('it knows its name', () => {
  expect(createTheme().name).toBe('theme');
});
