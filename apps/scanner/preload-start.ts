import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const FIRST_MODULE = 'src/main.tsx';

/** The tags by which Vite has the page request the app's first files. */
const VITE_TAGS =
  /\s*<(?:link rel="modulepreload"|script type="module") crossorigin (?:href|src)="[^"]+">(?:<\/script>)?/g;

/** The modules that a start imports, and which start imports them. */
const START_MODULES: readonly (readonly [module: string, start: string])[] = [
  [FIRST_MODULE, 'every'],
  ['src/views/login/login-view.tsx', 'signed-out'],
  ['src/create-session.ts', 'signed-in'],
  ['src/signed-in-app.ts', 'signed-in'],
  ['src/views/home/home-view.tsx', 'signed-in /'],
];

/**
 * Shortens the first visit. Writes the files of each start, static imports included, and the script that starts the app
 * into the page's `<template id="start-files">`; public/start.js requests those of the current start together. Imported one
 * after the other, each would wait for the previous one. Beside each of these files it writes the file compressed by
 * Brotli at the highest quality, which takes too long at a request.
 */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const requested = new Set<string>();
        const links = START_MODULES.flatMap(([module, start]) =>
          filesOf(chunkOf(bundle, module), bundle)
            .filter((file) => !requested.has(file) && requested.add(file))
            .map((file) => `<link ${kindOf(file)} crossorigin href="/${file}" data-start="${start}">`),
        );
        const script = `<script type="module" crossorigin src="/${chunkOf(bundle, FIRST_MODULE).fileName}"></script>`;
        return html.replace(VITE_TAGS, '').replace('<template id="start-files">', `$&${links.join('')}${script}`);
      },
    },
    async writeBundle({ dir = '' }, bundle) {
      const modules = START_MODULES.map(([module]) => module);
      const files = new Set(modules.flatMap((module) => filesOf(chunkOf(bundle, module), bundle)));
      // The highest quality is the default.
      const compress = promisify(brotliCompress);
      await Promise.all(
        [...files].map(async (file) =>
          writeFile(join(dir, `${file}.br`), await compress(await readFile(join(dir, file)))),
        ),
      );
    },
  };
}

/** A stylesheet is only preloaded: the import that needs it applies it. */
function kindOf(file: string): string {
  return file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (chunk?.type !== 'chunk') throw new Error(`${module} has no chunk of its own: correct preload-start.ts.`);
  return chunk;
}

function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.flatMap((name) => {
    const file = bundle[name];
    return file?.type === 'chunk' ? filesOf(file, bundle, seen) : [];
  });
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported];
}
