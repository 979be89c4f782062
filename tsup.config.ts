import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** One build for every package: each `exports` entry that names its source becomes one ESM file in `dist`. */
interface Manifest {
  exports: Record<string, string | { '@scantix/source'?: string }>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

const entry = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'object' && target['@scantix/source'] ? [target['@scantix/source']] : [],
);

export default defineConfig({
  entry,
  outDir: 'dist',
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  clean: true,
  sourcemap: true,
  dts: false,
});
