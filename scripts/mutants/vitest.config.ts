import { defineConfig } from 'vitest/config';

/** The tests that a mutant must fail: those in Node.js, from source. Stryker adds the folder of the package. */
export default defineConfig({
  resolve: { conditions: ['@scantix/source'] },
  ssr: { resolve: { conditions: ['@scantix/source'] } },
  test: {
    include: ['**/src/**/*.test.{ts,tsx}'],
    exclude: ['**/*.{browser,postgres}.test.{ts,tsx}', '**/node_modules/**'],
  },
});
