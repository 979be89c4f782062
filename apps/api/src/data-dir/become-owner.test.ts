import { execFileSync, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';

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

test.runIf(isRoot)(
  'a server that root starts leaves nothing in the folder that its owner cannot open',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
    await chown(folder, 61_184, 61_185);
    // The folder is opened before the port: this start ends by itself.
    const { stderr } = spawnSync(
      process.execPath,
      ['--conditions=@scantix/source', join(import.meta.dirname, '../cli/scantix.ts'), 'serve'],
      { env: { PATH: process.env.PATH, DATA_DIR: folder, HOST: '192.0.2.7', LOG_LEVEL: 'warn' }, encoding: 'utf8' },
    );
    expect(stderr).toContain('192.0.2.7');
    for (const name of ['lock', 'lock-owner', 'postgres', 'auth-secret'])
      expect(await stat(join(folder, name))).toMatchObject({ uid: 61_184, gid: 61_185 });
    await rm(folder, { recursive: true });
  },
  START_MS,
);
