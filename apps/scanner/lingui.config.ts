import { formatter } from '@lingui/format-po';

/** English stands in the source (en.po repeats it for translators); `pnpm messages:extract` brings new messages in. */
export default {
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr'],
  catalogs: [
    { path: '<rootDir>/src/i18n/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.{ts,tsx}'] },
  ],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'origin',
};
