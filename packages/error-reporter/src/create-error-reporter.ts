import { whenPainted } from '@scantix/runtime-utils';
import { onUncaughtError } from './early-errors.ts';
import { createErrorQueue } from './error-queue.ts';
import type { ErrorReporter, ReportedUser } from './error-reporter.ts';
import { isIgnoredError } from './ignored-errors.ts';
import type { SampleRates, SentryConnection, SentryConnectionOptions } from './sentry-connection.ts';

/** The options of a reporter; every part has a production default. */
export interface ErrorReporterOptions {
  /** Where reports go; without it the reporter is off. */
  readonly dsn?: string;
  /** @default 'production' */
  readonly environment?: string;
  /** @default '1.0.0' */
  readonly release?: string;
  /** Whether sessions may be recorded, at the rates of `sampleRates`; with false the recorder is not loaded. @default true */
  readonly replay?: boolean;
  /** How much of what happens is sent. @default a tenth of traces and sessions, and every session with an error */
  readonly sampleRates?: SampleRates;
  /** Loads Sentry and sets it up. @default a dynamic import once the page shows content, or after 3 s */
  readonly load?: (options: SentryConnectionOptions) => Promise<SentryConnection>;
  /** Sends the envelopes. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Where uncaught errors arrive until Sentry is loaded. @default globalThis.window */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** @default globalThis.console */
  readonly log?: { error(message: string, cause: unknown): void };
}

type ReporterState =
  | { readonly status: 'stopped' }
  /** Started; Sentry is not loaded. */
  | { readonly status: 'collecting'; readonly stopListening: () => void }
  | { readonly status: 'connected'; readonly connection: SentryConnection };

async function loadSentry(options: SentryConnectionOptions): Promise<SentryConnection> {
  await whenPainted();
  const { connectSentry } = await import('./sentry-client.ts');
  return connectSentry(options);
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
  const { dsn, environment = 'production', release = '1.0.0', replay = true, sampleRates, load = loadSentry } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const log = options.log ?? globalThis.console;
  const queue = createErrorQueue();
  let state: ReporterState = { status: 'stopped' };
  let loading = false;
  /** Undefined until `setUser` is called: Sentry's own default then stays. */
  let user: ReportedUser | null | undefined;

  async function connect(dsn: string): Promise<void> {
    if (loading || state.status === 'connected') return;
    loading = true;
    try {
      const connection = await load({ dsn, environment, release, fetch, replay, sampleRates });
      if (state.status !== 'collecting') return await connection.close();
      // From here on Sentry has its own handlers.
      state.stopListening();
      state = { status: 'connected', connection };
      for (const queued of queue.drain()) {
        if (queued.user !== undefined) connection.setUser(queued.user);
        connection.capture(queued.error, queued.context, queued.at);
      }
      if (user !== undefined) connection.setUser(user);
    } catch (cause) {
      log.error('Failed to load the error reporter', cause);
    } finally {
      loading = false;
    }
  }

  function capture(error: unknown, context?: Readonly<Record<string, unknown>>): void {
    if (!dsn || isIgnoredError(error)) return;
    if (state.status === 'connected') {
      state.connection.capture(error, context);
      return;
    }
    queue.add({ error, context, at: Date.now(), user });
    // A load that failed is repeated when there is something to report.
    if (state.status === 'collecting') void connect(dsn);
  }

  return {
    start() {
      if (!dsn || state.status !== 'stopped') return;
      const events = options.events ?? (globalThis as Partial<typeof globalThis>).window;
      state = { status: 'collecting', stopListening: onUncaughtError(events, (error) => capture(error)) };
      void connect(dsn);
    },
    async stop() {
      const before = state;
      state = { status: 'stopped' };
      queue.drain();
      if (before.status === 'collecting') before.stopListening();
      if (before.status === 'connected') await before.connection.close();
    },
    capture,
    setUser(identified) {
      user = identified;
      if (state.status === 'connected') state.connection.setUser(identified);
    },
  };
}
