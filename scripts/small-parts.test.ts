import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages', 'api-contract');
const dist = join(folder, '.reports', 'dist');

test('a bundle with a part of the built contract has no other part and no schema', async () => {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', dist], { cwd: folder });
  const contents = `export { formatScanResultAddress, mayCall } from '${dist}/index.js'`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file.split('/dist/').at(-1));
  expect(used.sort()).toEqual(['rights.js', 'scan-result-address.js']);
});

test('an app bundles the fakes of i18n without the parser of PO files', async () => {
  const contents = readFileSync(join(root, 'packages/i18n/src/testing/read-po-file.ts'), 'utf8');
  const { errors } = await build({
    stdin: { contents, loader: 'ts', resolveDir: tmpdir() },
    bundle: true,
    external: ['@lingui/message-utils'],
    format: 'esm',
    write: false,
  });
  expect(errors).toEqual([]);
});
