import { formatter } from '@lingui/format-po';

/** The English texts are in the source; en.po repeats them for translators. `pnpm messages:extract` adds new messages. */
export default {
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr'],
  catalogs: [
    { path: '<rootDir>/src/i18n/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.{ts,tsx}'] },
  ],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'origin',
};
