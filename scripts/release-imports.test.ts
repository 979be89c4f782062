import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkImports } from './release/imports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scantix-imports-'));
const manifest = { name: '@scantix/own', dependencies: { zod: '^4' }, peerDependencies: { react: '^19' } };

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'dist'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('dependencies, peers, itself, its own files and Node.js are installed with a package', () => {
  writeFileSync(
    join(folder, 'dist/index.js'),
    "import * as z from 'zod/mini'; import './own.js'; export { use } from 'react'; import('node:fs'); import('@scantix/own/x');",
  );
  expect(() => checkImports(folder, manifest)).not.toThrow();
});

test.each([
  ['a module', 'index.js', "import { openDB } from 'idb';", 'idb'],
  ['a module that loads late', 'index.js', 'const late = () => import("@lingui/core/x");', '@lingui/core'],
  ['a module that passes it on', 'index.js', "export * from 'vitest';", 'vitest'],
  ['a declaration', 'index.d.ts', "import type { Mock } from 'vitest'; export declare const mock: Mock;", 'vitest'],
  ['a type in a declaration', 'index.d.ts', "export declare const mock: import('vitest').Mock;", 'vitest'],
  ['a module of Node.js without its prefix', 'index.js', "import { open } from 'fs/promises';", 'fs'],
])('what %s imports must be installed', (_title, file, code, library) => {
  writeFileSync(join(folder, 'dist', file), code);
  expect(() => checkImports(folder, manifest)).toThrow(`dist/${file} imports ${library}, which is not installed`);
});
