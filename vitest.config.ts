import { join, relative } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Tests run from source: an edit needs no build before its test. */
const source = { resolve: { conditions: ['@scantix/source'] }, ssr: { resolve: { conditions: ['@scantix/source'] } } };

/** The `test` script of a package runs in its folder and covers that package; a run from the root covers all. */
const root = process.cwd();
const folder = relative(import.meta.dirname, root);
const packages = folder === '' ? '{apps,packages}/*/' : '';

/** For what hangs: beside other work a test takes several times as long as alone. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
};

/**
 * V8 13.6 may free WebAssembly code of a module that several threads share, here Node's reader of TypeScript, twice: that
 * ends the process.
 */
const execArgv = ['--no-wasm-code-gc'];

/** Modules that start what the browser tests of one package need. */
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
          // Files share a process and its modules: to load them again for each file takes longer than the tests. A file that
          // replaces a module resets all modules before and after (`vi.resetModules`).
          isolate: false,
          execArgv,
          unstubGlobals: true,
          restoreMocks: true,
          ...limits,
        },
      },
      {
        ...source,
        root,
        // Vite must know every dependency before the first test: one found later reloads the page during a test. It would
        // take those of the run before, also where a test has a new one.
        optimizeDeps: {
          force: true,
          entries: [`${packages}src/**/*.browser.test.{ts,tsx}`, `${packages}src/**/*-worker.ts`],
        },
        test: {
          name: 'browser',
          ...limits,
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
