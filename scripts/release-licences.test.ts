import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { checkLicences } from './release/licences.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scantix-licences-'));
const [workspace, packed] = [join(folder, 'workspace'), join(folder, 'packed')];
const check = () => checkLicences(packed, workspace);
const note = (text: string) => writeFileSync(join(packed, 'dist/worker.licences.txt'), text);

mkdirSync(join(workspace, 'node_modules/planted'), { recursive: true });
writeFileSync(join(workspace, 'node_modules/planted/index.js'), 'export const planted = () => console.log(1);');
writeFileSync(join(workspace, 'worker.js'), "import { planted } from 'planted';\nplanted();");
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds the worker into `dist`, and packs that. */
async function pack(options: { sourcemap?: boolean; metafile?: boolean }) {
  rmSync(join(workspace, 'dist'), { recursive: true, force: true });
  rmSync(packed, { recursive: true, force: true });
  rmSync(join(workspace, 'worker.licences.txt'), { force: true });
  const outfile = join(workspace, 'dist/worker.js');
  const { metafile } = await build({
    entryPoints: [join(workspace, 'worker.js')],
    bundle: true,
    minify: true,
    outfile,
    ...options,
  });
  cpSync(join(workspace, 'dist'), join(packed, 'dist'), { recursive: true });
  if (metafile) writeFileSync(join(workspace, 'dist/worker.meta.json'), JSON.stringify(metafile));
}

test.each([
  ['its map', { sourcemap: true }],
  ['the list of its build', { metafile: true }],
])('a library in a shipped file is known by %s, and needs its licence', async (_title, options) => {
  await pack(options);
  expect(check).toThrow('dist/worker.js contains planted without its licence');
  note('1. planted-too (https://example.com): MIT');
  expect(check).toThrow('dist/worker.js contains planted without its licence');
  note('1. planted (https://example.com): MIT');
  expect(check).not.toThrow();
});

test('a list of licences is shipped', async () => {
  await pack({ sourcemap: true });
  writeFileSync(join(workspace, 'worker.licences.txt'), '1. planted (https://example.com): MIT');
  expect(check).toThrow('worker.licences.txt is not shipped');
  note('1. planted (https://example.com): MIT');
  expect(check).not.toThrow();
});

test('a shipped file of which nothing says what is in it is refused', async () => {
  await pack({});
  expect(check).toThrow('dist/worker.js: no map and no list of its build');
});
