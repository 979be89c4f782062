import { join, relative } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Every package is tested from its source: no build stands between an edit and its test. */
const source = { resolve: { conditions: ['@scantix/source'] }, ssr: { resolve: { conditions: ['@scantix/source'] } } };

/** The `test` script of a package runs in its folder and covers that package; a run from the root covers all. */
const root = process.cwd();
const folder = relative(import.meta.dirname, root);
const packages = folder === '' ? '{apps,packages}/*/' : '';

/** What runs beside the browser tests of one package. */
const browserHelpers = { 'packages/analytics-logger': 'contract/serve-log-service.ts' };

export default defineConfig({
  test: {
    passWithNoTests: folder !== '',
    reporters: [process.stdout.isTTY ? 'default' : 'dot', ['json', { outputFile: '.reports/test.json' }]],
    projects: [
      {
        ...source,
        root,
        test: {
          name: 'unit',
          include: [`${packages}{src,bench}/**/*.test.{ts,tsx}`, ...(folder === '' ? ['scripts/*.test.ts'] : [])],
          exclude: ['**/*.{browser,postgres}.test.{ts,tsx}', '**/node_modules/**'],
        },
      },
      {
        ...source,
        root,
        // Known before the first test: a dependency that Vite finds late reloads the page under a running test.
        optimizeDeps: {
          entries: [`${packages}src/**/*.browser.test.{ts,tsx}`, `${packages}src/**/*-worker.ts`],
        },
        test: {
          name: 'browser',
          include: [`${packages}src/**/*.browser.test.{ts,tsx}`],
          globalSetup: Object.entries(browserHelpers)
            .filter(([owner]) => folder === '' || folder === owner)
            .map(([owner, file]) => join(import.meta.dirname, owner, file)),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: [
                  '--no-sandbox',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--use-fake-device-for-media-stream',
                  '--use-fake-ui-for-media-stream',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
