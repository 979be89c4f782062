import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

test('a file of settings that an editor has begun with a byte order mark keeps its first setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await cp(program, join(folder, 'bin/scantix'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'lib'));
  await writeFile(
    join(folder, 'lib/scantix.js'),
    'const { DATA_DIR, PORT, HOST } = process.env; console.log(DATA_DIR, PORT, HOST);',
  );
  await writeFile(join(folder, 'env'), '\uFEFFDATA_DIR=/srv/scantix\nPORT=5000\nHOST="::1" # this machine\n');
  const env = { ...process.env, SCANTIX_ENV: join(folder, 'env'), PORT: '6000' };
  const { stdout } = spawnSync(process.execPath, [join(folder, 'bin/scantix')], { env, encoding: 'utf8' });
  await rm(folder, { recursive: true });
  expect(stdout).toBe('/srv/scantix 6000 ::1\n');
});

test.each([
  ['UTF-16', Buffer.from('\uFEFFDATA_DIR=/srv/scantix\n', 'utf16le')],
  ['Latin-1', Buffer.from('DATA_DIR=/srv/\u00FCber\n', 'latin1')],
])('a file of settings in %s is told, and not taken for an empty one or read wrongly', async (_name, bytes) => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await writeFile(join(folder, 'env'), bytes);
  const env = { ...process.env, SCANTIX_ENV: join(folder, 'env') };
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve'], { env, encoding: 'utf8' });
  await rm(folder, { recursive: true });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `scantix: ${env.SCANTIX_ENV} is no UTF-8: save it as UTF-8.\n`,
  });
});

test('the archive starts with the settings that the harnesses measure', () => {
  const [first] = readFileSync(program, 'utf8').split('\n');
  const environment = Object.entries(settings.environment).map(([name, value]) => `${name}=${value}`);
  expect(first).toBe(['#!/usr/bin/env -S', ...environment, 'node', ...settings.arguments].join(' '));
});
