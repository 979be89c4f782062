import { whenPainted } from '@scantix/runtime-utils';
import { onUncaughtError } from './early-errors.ts';
import { isIgnoredError } from './ignored-errors.ts';
import { openSentry, type SentryLine, type SentryLineOptions } from './open-sentry.ts';

/** Whose session it is; names are not sent. */
export interface ReportedUser {
  readonly id: string;
  readonly domain?: string;
  readonly workgroup?: string;
}

/** What a reporter takes from its surroundings. */
export interface ErrorReporterOptions {
  /** Where reports go; without it the reporter is off. */
  readonly dsn?: string;
  /** @default 'production' */
  readonly environment?: string;
  /** @default '1.0.0' */
  readonly release?: string;
  /** Whether sessions may be recorded: 10 % of all, and all with an error. @default true */
  readonly replay?: boolean;
  /** Loads Sentry. @default a dynamic import after the next paint */
  readonly load?: (options: SentryLineOptions) => Promise<SentryLine>;
  /** Sends the envelopes. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Where uncaught errors arrive before Sentry is there. @default globalThis.window */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** @default globalThis.console */
  readonly log?: { error(message: string, cause: unknown): void };
}

/** What broke, reported. No method throws. */
export interface ErrorReporter {
  /** Begins to collect uncaught errors, and to load what reports them. */
  start(): void;
  /** Sends what is left and ends reporting. */
  stop(): Promise<void>;
  /** Reports an error; before Sentry is there it waits in a queue. */
  capture(error: unknown, context?: Readonly<Record<string, unknown>>): void;
  /** Says whose session later reports belong to. */
  setUser(user: ReportedUser | null): void;
}

interface QueuedError {
  readonly error: unknown;
  readonly context: Readonly<Record<string, unknown>> | undefined;
}

/** The first errors explain the later ones. */
const QUEUE_LIMIT = 50;

async function loadSentry(options: SentryLineOptions): Promise<SentryLine> {
  await whenPainted();
  return openSentry(options);
}

/**
 * Creates the error reporter; nothing is loaded or listened to before `start()`.
 *
 * @example
 * const reporter = createErrorReporter({ dsn, environment: 'staging', release: '1.2.0' });
 * reporter.start();
 * reporter.capture(new Error('The printer is on fire'), { printer: 7 });
 */
export function createErrorReporter(options: ErrorReporterOptions = {}): ErrorReporter {
  const { dsn, environment = 'production', release = '1.0.0', replay = true, load = loadSentry } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const log = options.log ?? globalThis.console;

  let queue: QueuedError[] = [];
  let line: SentryLine | undefined;
  let opening = false;
  let started = false;
  let user: ReportedUser | null | undefined;
  let stopCollecting: (() => void) | undefined;

  async function open(): Promise<void> {
    if (!dsn || opening || line) return;
    opening = true;
    try {
      const opened = await load({ dsn, environment, release, fetch, replay });
      if (!started) return await opened.close();
      // From here on Sentry has its own handlers.
      stopCollecting?.();
      stopCollecting = undefined;
      line = opened;
      if (user !== undefined) opened.setUser(user);
      for (const { error, context } of queue.splice(0)) opened.capture(error, context);
    } catch (cause) {
      log.error('Failed to load the error reporter', cause);
    } finally {
      opening = false;
    }
  }

  function capture(error: unknown, context?: Readonly<Record<string, unknown>>): void {
    if (!dsn || isIgnoredError(error)) return;
    if (line) {
      line.capture(error, context);
      return;
    }
    const known = queue.some((queued) => queued.error === error);
    if (!known && queue.length < QUEUE_LIMIT) queue.push({ error, context });
    // A load that failed is tried again when there is something to say.
    if (started) void open();
  }

  return {
    start() {
      if (!dsn || started) return;
      started = true;
      const events = options.events ?? (globalThis as Partial<typeof globalThis>).window;
      stopCollecting = onUncaughtError(events, (error) => capture(error));
      void open();
    },
    async stop() {
      started = false;
      stopCollecting?.();
      stopCollecting = undefined;
      queue = [];
      const closing = line;
      line = undefined;
      await closing?.close();
    },
    capture,
    setUser(identified) {
      user = identified;
      line?.setUser(identified);
    },
  };
}
