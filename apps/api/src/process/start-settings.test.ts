import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import settings from '../../start-settings.json' with { type: 'json' };

const program = join(import.meta.dirname, '../../../../deploy/bin/scantix');

test('a file of settings that is named and not there is told, before anything is opened without it', () => {
  const env = { ...process.env, SCANTIX_ENV: '/nowhere/scantix.env' };
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve'], { env, encoding: 'utf8' });
  const told = 'scantix: SCANTIX_ENV names /nowhere/scantix.env, and there is no such file for this user.\n';
  expect({ status, stderr }).toEqual({ status: 1, stderr: told });
});

test('the archive starts with the settings that the harnesses measure', () => {
  const [first] = readFileSync(program, 'utf8').split('\n');
  const environment = Object.entries(settings.environment).map(([name, value]) => `${name}=${value}`);
  expect(first).toBe(['#!/usr/bin/env -S', ...environment, 'node', ...settings.arguments].join(' '));
});
