import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const isRoot = process.getuid?.() === 0;
const program = `
  import { openEmbeddedDatabase } from '${join(import.meta.dirname, '../database/open-database.ts')}';
  import { lockDataDir } from '${join(import.meta.dirname, 'lock-data-dir.ts')}';
  import { reasonOfFile } from '${join(import.meta.dirname, '../system/reason-of-file.ts')}';
  process.setuid(61_184);
  try {
    lockDataDir(process.argv[1]);
    await openEmbeddedDatabase({ folder: process.argv[1] + '/postgres' });
  } catch (error) {
    console.log(error.path, reasonOfFile(error));
  }
`;
const openAsAnotherUser = (folder: string) =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, folder], { encoding: 'utf8' }).trim();

test.runIf(isRoot)('of a folder that this user may only read the file system says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await chmod(folder, 0o755);
  expect(openAsAnotherUser(folder)).toBe(`${folder} this user may not`);
  await rm(folder, { recursive: true });
});

test.runIf(isRoot)('of a lock or a database of another user the file system says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await writeFile(join(folder, 'lock'), '');
  await mkdir(join(folder, 'postgres'), { mode: 0o700 });
  await chown(folder, 61_184, 61_184);
  expect(openAsAnotherUser(folder)).toBe(`${join(folder, 'lock')} this user may not`);
  await rm(join(folder, 'lock'));
  expect(openAsAnotherUser(folder)).toBe(`${join(folder, 'postgres')} this user may not`);
  await rm(folder, { recursive: true });
});
