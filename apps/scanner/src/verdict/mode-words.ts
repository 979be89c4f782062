/** Message ids. */
export const MODE_WORDS = {
  entry: /*i18n*/ { id: 'mode.entry', message: 'Entry' },
  exit: /*i18n*/ { id: 'mode.exit', message: 'Exit' },
  check: /*i18n*/ { id: 'mode.check', message: 'Check' },
} as const;
