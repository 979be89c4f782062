import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const isRoot = process.getuid?.() === 0;
const program = `
  import { becomeOwner } from '${join(import.meta.dirname, 'become-owner.ts')}';
  becomeOwner(process.argv[1]);
  console.log([process.getuid(), process.getgid(), ...process.getgroups()].join(' '));
`;
const run = (folder: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, folder], { encoding: 'utf8' }).trim();

test.runIf(isRoot)('root works as the owner of the data folder, without groups of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  expect(run(folder)).toMatch(/^0 0\b/);
  await chown(folder, 61_184, 61_185);
  expect(run(folder)).toBe('61184 61185 61185');
  expect(run(join(folder, 'none'))).toMatch(/^0 0\b/);
  await rm(folder, { recursive: true });
});
