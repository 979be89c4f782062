import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { collectLicences } from './collect-licences.ts';
import { preloadStart } from './preload-start.ts';

/** In development the API runs beside the dev server; in production it serves the built app itself. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4173';
const apiPaths = ['/config.js', '/v0', '/scantix/v0', '/config/v0', '/tickets/v0', '/demo'];

/** All that the app needs without a network; what only talks to somebody (Sentry, Axiom) comes along with it. */
const precached = ['**/*.{css,html,js,png,svg,wasm,webmanifest}', 'licences.json'];

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  // The app registers it itself, under its Trusted Types policy; the manifest stands in public/.
  injectRegister: false,
  manifest: false,
  injectManifest: { globPatterns: precached, dontCacheBustURLsMatching: /^assets\// },
});

/** Settings show them. */
const licences = collectLicences({ serviceWorkerPackage: '@scantix/web-app' });

/**
 * Modules that go into one file together, with all that they import: dozens of small ones would each wait for a phone's
 * network. The first file is what every view stands on, Sign In among them; the second what comes with a session, and
 * what the views behind it share.
 */
const foundation = [
  /scanner[\\/]src[\\/]main\.tsx$/,
  /packages[\\/]i18n[\\/]src[\\/]translate-text\.ts$/,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  /api-contract[\\/]src[\\/]scan-(modes|result-address)\.ts$/,
  /vite[\\/]preload-helper\.js$/,
  /ui-shell[\\/]src[\\/]react[\\/](button|icon-button|labels|link|page|skeleton|text-field|use-online)\.tsx?$/,
];
const signedIn = [
  /scanner[\\/]src[\\/](create-session|signed-in-app|views[\\/]home[\\/]where-and-how)\.tsx?$/,
  /packages[\\/]i18n[\\/]src[\\/]format-dates\.ts$/,
  /ui-shell[\\/]src[\\/]react[\\/](empty-state|use-now)\.tsx?$/,
  /scanner[\\/]src[\\/](format|verdict|views[\\/]offline)[\\/](?!offline-section|symbology-words)/,
  /scanner[\\/]src[\\/]ledger[\\/](ledger-scan-row|use-ledger-scans|use-ledger-value|use-ledger-counts|use-decisions)\.tsx?$/,
  /scanner[\\/]src[\\/]hooks[\\/]use-checkpoint\.ts$/,
];
const anyOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));

export default defineConfig({
  plugins: [
    react(),
    lingui({ cwd: import.meta.dirname, failOnMissing: true, failOnCompileError: true }),
    serviceWorker,
    preloadStart(),
    licences.app,
  ],
  resolve: { conditions: ['@scantix/source', 'module', 'browser', 'development|production'] },
  // The backend knows a worker by its name: only a worker's own answer may compile WebAssembly.
  worker: {
    format: 'es',
    plugins: () => [licences.worker()],
    rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash].js' } },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: anyOf(foundation), priority: 2 },
            { name: 'signed-in', test: anyOf(signedIn), priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: Object.fromEntries(apiPaths.map((path) => [path, api])) },
});
