import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBuild } from './read-build.ts';

test('a build is named by what its program holds, not by where or when it was made', async () => {
  const root = await mkdtemp(join(tmpdir(), 'scantix-build-'));
  const [one, two] = [join(root, 'one'), join(root, 'two')];
  await cp(import.meta.dirname, one, { recursive: true });
  await cp(one, two, { recursive: true });
  expect(readBuild(one)).toMatch(/^[0-9a-f]{12}$/);
  expect(readBuild(two)).toBe(readBuild(one));
  await writeFile(join(two, 'main.js.map'), '{}');
  await writeFile(join(two, 'main.test.ts'), 'test');
  expect(readBuild(two)).toBe(readBuild(one));
  await writeFile(join(two, 'help.ts'), 'other');
  expect(readBuild(two)).not.toBe(readBuild(one));
  await rm(root, { recursive: true });
});
