import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const FIRST_MODULE = 'src/main.tsx';

/**
 * The modules of each start. Sign In's first paint stands in the page, so its modules give way to whatever the page still
 * needs; those of a signed-in start bring the first words.
 */
const STARTS: readonly { readonly start: string; readonly modules: readonly string[]; readonly priority?: 'low' }[] = [
  { start: 'signed-out', modules: [FIRST_MODULE, 'src/views/login/login-view.tsx'], priority: 'low' },
  { start: 'signed-in', modules: [FIRST_MODULE, 'src/create-session.ts', 'src/signed-in-app.ts'] },
  { start: 'signed-in /', modules: ['src/views/home/home-view.tsx'] },
];

/**
 * Shortens the first visit. Writes the files of each start, static imports included, into the page's
 * `<template id="start-files">`; public/start.js requests those of the current start at once. Imported one after the
 * other, each would wait for the previous one. Beside each of these files it writes the file compressed by Brotli at the
 * highest quality, which takes too long at a request.
 */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    // The page names the files of its start by itself. It fits into the first packets, so that this delays none.
    config: () => ({
      build: {
        modulePreload: { resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files) },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const links = STARTS.flatMap(({ start, modules, priority }, index) => {
          const earlier = STARTS.slice(0, index).filter((other) => start.startsWith(`${other.start} `));
          const requested = new Set(earlier.flatMap((other) => filesOfAll(other.modules, bundle)));
          const attributes = `data-start="${start}"${priority ? ` fetchpriority="${priority}"` : ''}`;
          return filesOfAll(modules, bundle)
            .filter((file) => !html.includes(file) && !requested.has(file))
            .map((file) => `<link ${kindOf(file)} crossorigin href="/${file}" ${attributes}>`);
        });
        return html.replace('<template id="start-files">', `$&${links.join('')}`);
      },
    },
    async writeBundle({ dir = '' }, bundle) {
      const files = filesOfAll(
        STARTS.flatMap(({ modules }) => modules),
        bundle,
      );
      // The highest quality is the default.
      const compress = promisify(brotliCompress);
      await Promise.all(
        files.map(async (file) => writeFile(join(dir, `${file}.br`), await compress(await readFile(join(dir, file))))),
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

/** The files of some modules with their static imports, each once. */
function filesOfAll(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  return [...new Set(modules.flatMap((module) => filesOf(chunkOf(bundle, module), bundle)))];
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
