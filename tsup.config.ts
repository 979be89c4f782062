import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** One build for every package: each `exports` entry that names its source becomes one ESM file in `dist`. */
interface Manifest {
  exports: Record<string, string | { '@scantix/source'?: string }>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

const entry = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'object' && target['@scantix/source'] ? [target['@scantix/source']] : [],
);

/**
 * Code that is loaded late, and what loads it or stands beside it on a first page: an app's bundler leaves out a file that
 * is not used, but no call within one.
 */
const apart = ['create-auth-session', 'create-late-auth-session', 'messages', 'session-names']
  .map((name) => `src/${name}.ts`)
  .filter((file) => existsSync(file));

export default defineConfig({
  entry: [...entry, ...apart],
  outDir: 'dist',
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  noExternal: ['@scantix/runtime-utils'],
  plugins: [bundledSources()],
  clean: true,
  sourcemap: true,
  dts: false,
});

/**
 * Names the sources of runtime-utils in the maps as part of `node_modules`, like any bundled dependency: a path into
 * the workspace means nothing in a published package.
 */
function bundledSources(): NonNullable<Options['plugins']>[number] {
  return {
    name: 'bundled-sources',
    renderChunk(_code, info) {
      if (info.type !== 'chunk' || typeof info.map !== 'string') return;
      const map = JSON.parse(info.map) as { sources: string[] };
      map.sources = map.sources.map((path) =>
        path.replace(/^((?:\.\.\/)*)\.\.\/runtime-utils\//, '$1node_modules/@scantix/runtime-utils/'),
      );
      info.map = JSON.stringify(map);
    },
  };
}
