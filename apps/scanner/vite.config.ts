import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** In development the API runs beside the dev server; in production it serves the built app itself. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4173';
const apiPaths = ['/config.js', '/v0', '/scantix/v0', '/config/v0', '/tickets/v0', '/demo'];

export default defineConfig({
  plugins: [react(), lingui({ cwd: import.meta.dirname, failOnMissing: true, failOnCompileError: true })],
  resolve: { conditions: ['@scantix/source', 'module', 'browser', 'development|production'] },
  // The backend knows a worker by its name: only a worker's own answer may compile WebAssembly.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash].js' } } },
  build: { target: 'es2023', sourcemap: true, assetsInlineLimit: 0 },
  server: { port: 5173, proxy: Object.fromEntries(apiPaths.map((path) => [path, api])) },
});
