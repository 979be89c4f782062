import {
  browserTracingIntegration,
  captureException,
  close as closeSentry,
  init,
  makeFetchTransport,
  type Scope,
  setUser as setSentryUser,
  setTags,
} from '@sentry/browser';
import { scrubEnvelope } from './scrub-envelope.ts';
import type { SentryConnection, SentryConnectionOptions } from './sentry-connection.ts';
import { REPLAY_OPTIONS, sentryOptions } from './sentry-options.ts';

const CLOSE_TIMEOUT_MS = 2000;

/** Sets Sentry up; the replay integration loads after that. This module and Sentry are one chunk, which is loaded late. */
export function connectSentry({ fetch, replay, ...settings }: SentryConnectionOptions): SentryConnection {
  const tracing = 'document' in globalThis ? [browserTracingIntegration()] : [];
  const client = init({
    ...sentryOptions(settings),
    integrations: (defaults) => [...defaults, ...tracing],
    transport: (options) => {
      const transport = makeFetchTransport(options, fetch);
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) };
    },
  });
  if (replay && 'document' in globalThis) {
    void import('./sentry-replay.ts')
      .then(({ replayIntegration }) => client?.addIntegration(replayIntegration(REPLAY_OPTIONS)))
      // Reports work without recordings. Sentry makes one recorder for a page and throws at a second one.
      .catch(() => {});
  }
  return {
    capture(error, context, at) {
      const extra = context && copyContext(context);
      const describe = (scope: Scope) => {
        if (extra) scope.setExtras(extra);
        return at === undefined ? scope : scope.addEventProcessor((event) => ({ ...event, timestamp: at / 1000 }));
      };
      try {
        captureException(error, describe);
      } catch {
        // Sentry reads the value, whose getter may throw.
        captureException(new Error('What was thrown cannot be read'), describe);
      }
    },
    setUser(user) {
      // The id groups the reports of one person; names are not sent.
      setSentryUser(user && { id: user.id });
      setTags({ domain: user?.domain, workgroup: user?.workgroup });
    },
    close: async () => void (await closeSentry(CLOSE_TIMEOUT_MS)),
  };
}

/** A getter of a context may throw, too: the error is reported without it. */
function copyContext(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return { ...context };
  } catch {
    return { context: 'cannot be read' };
  }
}
