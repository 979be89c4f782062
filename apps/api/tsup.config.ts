import { defineConfig } from 'tsup';

/** Three programs for Node, server, command line and sealing thread: our own packages inside, third parties from node_modules. */
export default defineConfig({
  entry: { main: 'src/main.ts', scantix: 'src/cli/scantix.ts', 'seal-worker': 'src/snapshot/seal-worker.ts' },
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
