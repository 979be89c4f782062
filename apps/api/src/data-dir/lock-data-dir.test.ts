import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const isRoot = process.getuid?.() === 0;
const program = `
  import { lockDataDir } from '${join(import.meta.dirname, 'lock-data-dir.ts')}';
  import { reasonOfFile } from '${join(import.meta.dirname, '../system/reason-of-file.ts')}';
  process.setuid(61_184);
  try {
    lockDataDir(process.argv[1]);
  } catch (error) {
    console.log(error.path, reasonOfFile(error));
  }
`;

test.runIf(isRoot)('of a folder that this user may only read the file system says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await chmod(folder, 0o755);
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program, folder], { encoding: 'utf8' });
  expect(said.trim()).toBe(`${folder} this user may not`);
  await rm(folder, { recursive: true });
});
