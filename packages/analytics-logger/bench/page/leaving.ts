import { createAnalyticsLogger } from '../../src/index.ts';
import { loggerOptions } from '../logger-options.ts';

declare global {
  /** Logs the named events just before the page closes. */
  var logLast: (names: readonly string[]) => void;
}

const logger = createAnalyticsLogger(loggerOptions(new URLSearchParams(location.search).get('collector') ?? ''));
logger.start();

globalThis.logLast = (names) => {
  for (const name of names) logger.log({ name });
};
