import { defineConfig } from '@playwright/test';
import screens from './playwright.config.ts';

/** `pnpm verdicts`: a table of every verdict surface, with its contrast and the size of its word. */
export default defineConfig(screens, { testMatch: 'verdicts.table.ts' });
