import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { collectLicences } from './collect-licences.ts';
import { writeFirstPaint } from './first-paint/write-first-paint.ts';
import { precacheIntegrity } from './precache-integrity.ts';
import { preloadStart } from './preload-start.ts';

/** In development the API runs beside the dev server; in production it serves the built app itself. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4173';
const apiPaths = ['/config.js', '/v0', '/scantix/v0', '/config/v0', '/tickets/v0', '/demo'];

/** All that the app needs without a network, and with it the code of Sentry and Axiom. */
const precached = ['**/*.{css,html,js,png,svg,wasm,webmanifest}', 'licences.json'];

const integrity = precacheIntegrity();

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  // The app registers it under its Trusted Types policy; the manifest is in public/.
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: precached,
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [integrity.transform],
  },
});

/** The licences that Settings show. */
const licences = collectLicences({ serviceWorkerPackage: '@scantix/web-app' });

/**
 * The modules of six chunks; each chunk includes what its modules import. Dozens of small files would each wait for a
 * phone's network. The first chunk is what every view needs, Sign In included; the second is what a session needs, and
 * what the signed-in views share. The next two start after the first paint: what every page needs then, and what the
 * ledger of a session does. The last two are what views other than Home share: small parts, and the queries.
 */
const foundation = [
  /scanner[\\/]src[\\/]main\.tsx$/,
  /packages[\\/]i18n[\\/]src[\\/]translate-text\.ts$/,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  /api-contract[\\/]src[\\/]scan-(modes|result-address)\.ts$/,
  /vite[\\/]preload-helper\.js$/,
  /packages[\\/]runtime-utils[\\/]src[\\/](request-lock|within-time)\.ts$/,
  /ui-shell[\\/]src[\\/]react[\\/](button|icon-button|labels|link|page|password-field|skeleton|text-field|use-online)\.tsx?$/,
];
const signedIn = [
  /scanner[\\/]src[\\/](create-session|signed-in-app|views[\\/]home[\\/]where-and-how)\.tsx?$/,
  /packages[\\/]i18n[\\/]src[\\/](format-dates|start-of-day)\.ts$/,
  /ui-shell[\\/]src[\\/]react[\\/](empty-state|section|use-now)\.tsx?$/,
  /scanner[\\/]src[\\/](format|verdict|views[\\/]offline)[\\/](?!offline-section|storage-rows|symbology-words|decision|rejection-words|in-sentence|save-file|quick-undo|use-(conflict-words|quick-undo|verdict\.ts)|verdict-(band|facts|region)|clerk-decision|next-action)/,
  /scanner[\\/]src[\\/]ledger[\\/](ledger-scan-row|use-ledger-scans|use-ledger-value|use-ledger-counts)\.tsx?$/,
  /scanner[\\/]src[\\/](hooks[\\/]use-(checkpoint|part|server-clock|venue-zone)|views[\\/]glance[\\/]use-glance-part)\.ts$/,
];
const afterPaint = [
  /packages[\\/]analytics-logger[\\/]src[\\/]delivery-to-axiom\.ts$/,
  /packages[\\/]device-id[\\/]src[\\/]device-work\.ts$/,
  /packages[\\/]web-app[\\/]src[\\/]follow-worker\.ts$/,
];
const ledger = [
  /packages[\\/]scan-ledger[\\/]src[\\/](decide[\\/]offline|recovery[\\/]create-recovery|sender[\\/]create-sender|store[\\/]later-rows)\.ts$/,
  /api-contract[\\/]src[\\/]snapshot[\\/]get-snapshot\.ts$/,
];
const views = [
  /api-contract[\\/]src[\\/]list-scans\.ts$/,
  /scanner[\\/]src[\\/]format[\\/](in-sentence|rejection-words|symbology-words|save-file)\.ts$/,
  /scanner[\\/]src[\\/](hooks[\\/]use-(copy|glance)|verdict[\\/](next-action|quick-undo|use-(conflict-words|quick-undo|verdict))|views[\\/]offline[\\/]decision-row)\.tsx?$/,
  /scanner[\\/]src[\\/]desk[\\/](batch-list|use-(record-and-show|record-typed|batch|stream-switch))\.tsx?$/,
  /ui-shell[\\/]src[\\/]react[\\/](key-value-list|use-media-query)\.tsx?$/,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](circle-check|search)\.mjs$/,
];
const queries = [/@tanstack[\\/](query-core|react-query)[\\/]/, /scanner[\\/]src[\\/]queries[\\/]with-queries\.tsx$/];
const anyOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));

export default defineConfig({
  plugins: [
    react(),
    lingui({ cwd: import.meta.dirname, failOnMissing: true, failOnCompileError: true }),
    integrity.plugin,
    serviceWorker,
    preloadStart(),
    writeFirstPaint(),
    licences.app,
  ],
  resolve: { conditions: ['@scantix/source', 'module', 'browser', 'development|production'] },
  // The backend recognises a worker by its name: only a worker's response may allow WebAssembly.
  worker: {
    format: 'es',
    plugins: () => [licences.worker()],
    rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash].js' } },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    // start.js inserts the script: an entry of its own would be one file more.
    modulePreload: {
      polyfill: false,
      // These are requested by then: with the page, or once somebody is signed in.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/(rolldown-runtime|signed-in)-[^/]+\.js$/.test(file)),
    },
    rolldownOptions: {
      // Lucide's icons read a property that nobody uses, and no getter in the app does more than read.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Rolldown's shortest hash for so many files: the first chunk lists the names of most others.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'foundation', test: anyOf(foundation), priority: 3 },
            { name: 'signed-in', test: anyOf(signedIn), priority: 2 },
            { name: 'after-paint', test: anyOf(afterPaint), priority: 1 },
            { name: 'ledger', test: anyOf(ledger), priority: 1 },
            { name: 'views', test: anyOf(views), priority: 0 },
            { name: 'queries', test: anyOf(queries), priority: 0 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: Object.fromEntries(apiPaths.map((path) => [path, api])) },
});
