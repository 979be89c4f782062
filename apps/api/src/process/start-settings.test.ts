import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import settings from '../../start-settings.json' with { type: 'json' };

test('the archive starts with the settings that the harnesses measure', () => {
  const [first] = readFileSync(join(import.meta.dirname, '../../../../deploy/bin/scantix'), 'utf8').split('\n');
  const environment = Object.entries(settings.environment).map(([name, value]) => `${name}=${value}`);
  expect(first).toBe(['#!/usr/bin/env -S', ...environment, 'node', ...settings.arguments].join(' '));
});
