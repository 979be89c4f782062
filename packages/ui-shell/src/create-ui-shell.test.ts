import { expect, test } from 'vitest';
import { createUiShell } from './index.ts';

test('it knows its name', () => {
  expect(createUiShell().name).toBe('ui-shell');
});
