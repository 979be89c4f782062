import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Every package is tested from its source: no build stands between an edit and its test. */
const source = { resolve: { conditions: ['@scantix/source'] }, ssr: { resolve: { conditions: ['@scantix/source'] } } };

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['{apps,packages}/*/{src,bench}/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: ['**/*.{browser,postgres}.test.{ts,tsx}'],
        },
      },
      {
        ...source,
        test: {
          name: 'postgres',
          include: ['apps/api/src/**/*.postgres.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        ...source,
        // Known before the first test: a dependency that Vite finds late reloads the page under a running test.
        optimizeDeps: {
          entries: ['{apps,packages}/*/src/**/*.browser.test.{ts,tsx}', '{apps,packages}/*/src/**/*-worker.ts'],
        },
        test: {
          name: 'browser',
          include: ['{apps,packages}/*/src/**/*.browser.test.{ts,tsx}'],
          globalSetup: 'packages/analytics-logger/contract/serve-log-service.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromium,
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
