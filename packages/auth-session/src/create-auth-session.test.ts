import { expect, test } from 'vitest';
import { createAuthSession } from './index.ts';

test('it knows its name', () => {
  expect(createAuthSession().name).toBe('auth-session');
});
