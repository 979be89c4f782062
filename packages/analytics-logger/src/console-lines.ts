import type { LoggedEvent } from './analytics-event.ts';

/** The used part of a console. */
export type LogConsole = Pick<Console, 'debug' | 'info' | 'warn' | 'error'>;

interface ConsoleLinesOptions {
  /** Asked for with each line: a page may replace its console. */
  readonly console: () => LogConsole;
  readonly debug: boolean;
  /** The beginning of every line. */
  readonly prefix: string;
}

/**
 * Writes events to the console as one text each: `warn` and `error` always, `debug` and `info` only with debug mode.
 */
export function createConsoleLines({ console, debug, prefix }: ConsoleLinesOptions): (event: LoggedEvent) => void {
  return ({ event, level, properties }) => {
    // No event of the level `debug` is made without debug mode.
    if (!debug && level === 'info') return;
    const details = JSON.stringify(properties);
    try {
      console()[level](`${prefix} ${event}${details === '{}' ? '' : ` ${details}`}`);
    } catch {
      // A console of somebody else's making must not break the caller that logs.
    }
  };
}
