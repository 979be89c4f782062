import type { ReportedUser } from './create-error-reporter.ts';
import { scrubEnvelope } from './scrub-envelope.ts';
import { REPLAY_OPTIONS, sentryOptions } from './sentry-options.ts';

/** An open line to Sentry. */
export interface SentryLine {
  capture(error: unknown, context: Readonly<Record<string, unknown>> | undefined): void;
  setUser(user: ReportedUser | null): void;
  /** Sends what is left, for at most 2 s. */
  close(): Promise<void>;
}

export interface SentryLineOptions {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
  readonly fetch: typeof fetch;
  /** Whether sessions may be recorded. */
  readonly replay: boolean;
}

const CLOSE_TIMEOUT_MS = 2000;

/** Loads Sentry and sets it up; replay follows by itself. */
export async function openSentry({ fetch, replay, ...labels }: SentryLineOptions): Promise<SentryLine> {
  const sentry = await import('./sentry-client.ts');
  const tracing = 'document' in globalThis ? [sentry.browserTracingIntegration()] : [];
  const client = sentry.init({
    ...sentryOptions(labels),
    integrations: (defaults) => [...defaults, ...tracing],
    transport: (options) => {
      const transport = sentry.makeFetchTransport(options, fetch);
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) };
    },
  });
  if (replay && 'document' in globalThis) {
    // An app without recordings is still one with reports.
    void import('./sentry-replay.ts').then(
      ({ replayIntegration }) => client?.addIntegration(replayIntegration(REPLAY_OPTIONS)),
      () => {},
    );
  }
  return {
    capture: (error, context) => void sentry.captureException(error, context ? { extra: { ...context } } : undefined),
    setUser(user) {
      // The id tells reports of one person apart; names stay here.
      sentry.setUser(user && { id: user.id });
      sentry.setTags({ domain: user?.domain, workgroup: user?.workgroup });
    },
    close: async () => void (await sentry.close(CLOSE_TIMEOUT_MS)),
  };
}
