import { defineConfig } from 'tsup';

/**
 * Three programs for Node, server, command line and sealing thread, with all they need inside: what the tests start is
 * what `pnpm release:server` packs. PGlite stays outside, because it finds its WebAssembly beside its own files.
 */
export default defineConfig({
  entry: { main: 'src/main.ts', scantix: 'src/cli/scantix.ts', 'seal-worker': 'src/snapshot/seal-worker.ts' },
  outDir: 'dist',
  format: 'esm',
  target: 'node24',
  platform: 'node',
  noExternal: [/^(?!@electric-sql\/pglite$|pg-native$|node:)/],
  external: ['@electric-sql/pglite', 'pg-native'],
  // Packages in CommonJS ask for modules of Node by `require`, which ESM does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  removeNodeProtocol: false,
  clean: true,
  sourcemap: true,
  metafile: true,
  dts: false,
  esbuildOptions(options) {
    options.conditions = ['@scantix/source'];
  },
});
