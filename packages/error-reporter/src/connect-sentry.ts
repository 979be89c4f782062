import { scrubEnvelope } from './scrub-envelope.ts';
import type { SentryConnection, SentryConnectionOptions } from './sentry-connection.ts';
import { REPLAY_OPTIONS, sentryOptions } from './sentry-options.ts';

const CLOSE_TIMEOUT_MS = 2000;

/** Loads Sentry and sets it up; the replay integration loads after that. */
export async function connectSentry({ fetch, replay, ...labels }: SentryConnectionOptions): Promise<SentryConnection> {
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
    // Reports work without recordings.
    void import('./sentry-replay.ts').then(
      ({ replayIntegration }) => client?.addIntegration(replayIntegration(REPLAY_OPTIONS)),
      () => {},
    );
  }
  return {
    capture: (error, context) => void sentry.captureException(error, context ? { extra: { ...context } } : undefined),
    setUser(user) {
      // The id groups the reports of one person; names are not sent.
      sentry.setUser(user && { id: user.id });
      sentry.setTags({ domain: user?.domain, workgroup: user?.workgroup });
    },
    close: async () => void (await sentry.close(CLOSE_TIMEOUT_MS)),
  };
}
