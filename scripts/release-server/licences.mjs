// The licences of third parties whose code an archive contains.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

/** What PGlite contains and its package does not name. */
const WITHIN = { '@electric-sql/pglite': 'It contains PostgreSQL, under the PostgreSQL Licence.' };

/** Writes the notes of the server's libraries, and of the app's, which its build has collected. */
export function writeLicences() {
  const app = JSON.parse(readFileSync(join(root, 'apps/scanner/dist/licences.json'), 'utf8'));
  const libraries = new Map();
  for (const library of [...app, ...serverLibraries()]) libraries.set(`${library.name} ${library.version}`, library);
  return [...libraries]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, { name, licence, text }]) =>
      [`${title} · ${licence || 'see below'}`, WITHIN[name], text].filter(Boolean).join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

function serverLibraries() {
  const api = join(root, 'apps/api');
  const { inputs } = JSON.parse(readFileSync(join(api, 'dist/metafile-esm.json'), 'utf8'));
  const bundled = Object.keys(inputs).map((file) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  const folders = new Set([...bundled.filter(Boolean), 'node_modules/@electric-sql/pglite']);
  return [...folders].map((folder) => readLibrary(join(api, folder)));
}

function readLibrary(folder) {
  const { name, version, license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return { name, version, licence: license, text };
}
