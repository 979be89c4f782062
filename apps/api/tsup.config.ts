import { defineConfig } from 'tsup';

/** One file for Node: our own packages inside, third parties (PGlite's wasm among them) from node_modules. */
export default defineConfig({
  entry: ['src/main.ts'],
  outDir: 'dist',
  format: 'esm',
  target: 'node24',
  platform: 'node',
  noExternal: [/^@scantix\//],
  removeNodeProtocol: false,
  clean: true,
  sourcemap: true,
  dts: false,
  esbuildOptions(options) {
    options.conditions = ['@scantix/source'];
  },
});
