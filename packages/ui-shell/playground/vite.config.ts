import { defineConfig } from 'vite';

/** `pnpm playground`: every component in every state, from source. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@scantix/source', 'module', 'browser', 'development|production'] },
});
