import { expect, test } from 'vitest';
import { createErrorReporter } from './index.ts';

test('it knows its name', () => {
  expect(createErrorReporter().name).toBe('error-reporter');
});
