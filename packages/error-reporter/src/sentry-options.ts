import type { BrowserOptions } from '@sentry/browser';
import { isExtensionRequest } from './extension-request.ts';
import { IGNORED_MESSAGES, IGNORED_URLS } from './ignored-errors.ts';
import { scrubSecrets } from './scrub-secrets.ts';
import type { SentryConnectionOptions } from './sentry-connection.ts';

type Settings = Pick<SentryConnectionOptions, 'dsn' | 'environment' | 'release' | 'sampleRates'>;

/** Sampling, ignored errors, and no personal data collected by default. */
export function sentryOptions({ dsn, environment, release, sampleRates = {} }: Settings): BrowserOptions {
  const { tracesSampleRate = 0.1, replaysSessionSampleRate = 0.1, replaysOnErrorSampleRate = 1 } = sampleRates;
  return {
    dsn,
    environment,
    release,
    tracesSampleRate,
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    // The API expects no tracing headers.
    tracePropagationTargets: [],
    // The app reads some messages, so they stay as the browser made them.
    enhanceFetchErrorMessages: 'report-only',
    ignoreErrors: [...IGNORED_MESSAGES],
    denyUrls: [...IGNORED_URLS],
    // An unset category collects everything.
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: false, response: false },
      httpBodies: [],
      urlQueryParams: false,
      graphQL: { document: false, variables: false },
      genAI: { inputs: false, outputs: false },
      mcp: { inputs: false, outputs: false },
      databaseQueryData: false,
      queues: false,
      stackFrameVariables: false,
      frameContextLines: 0,
    },
    beforeSend: (event) => {
      if (isExtensionRequest(event)) return null;
      // Live objects of the SDK itself, which are never sent.
      const { sdkProcessingMetadata, ...rest } = event;
      return { ...scrubSecrets(rest), ...(sdkProcessingMetadata ? { sdkProcessingMetadata } : {}) };
    },
    beforeBreadcrumb: (breadcrumb) => scrubSecrets(breadcrumb),
    beforeSendSpan: (span) => scrubSecrets(span),
  };
}

/** What a replay may show: no text, no input, no media. */
export const REPLAY_OPTIONS = {
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  // A recording that is compressed in a worker cannot be scrubbed.
  useCompression: false,
  networkCaptureBodies: false,
} as const;
