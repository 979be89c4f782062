import { describe, expect, test } from 'vitest';
import { REPLAY_OPTIONS, sentryOptions } from './sentry-options.ts';

const DSN = 'https://key@sentry.test/1';

describe('Error reporter: how Sentry is set up', () => {
  const options = sentryOptions({ dsn: DSN, environment: 'test', release: '1.0.0' });

  test('trace sample rate 0.1; replay sample rate 0.1 for sessions and 1.0 on error', () => {
    expect(options).toMatchObject({
      tracesSampleRate: 0.1,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
    });
  });

  test('an app may send more or less of each', () => {
    const sampleRates = { tracesSampleRate: 1, replaysSessionSampleRate: 0 };
    expect(sentryOptions({ dsn: DSN, environment: 'test', release: '1.0.0', sampleRates })).toMatchObject({
      tracesSampleRate: 1,
      replaysSessionSampleRate: 0,
      replaysOnErrorSampleRate: 1,
    });
  });

  test('a rate that an app passes on without a value is the default', () => {
    // What an app passes that is compiled without `exactOptionalPropertyTypes`.
    const sampleRates = { tracesSampleRate: undefined } as object;
    const { tracesSampleRate } = sentryOptions({ dsn: DSN, environment: 'test', release: '1.0.0', sampleRates });
    expect(tracesSampleRate).toBe(0.1);
  });

  test('no default personal data: every category of collection is set, and off', () => {
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    expect(Object.keys(options.dataCollection ?? {}).toSorted()).toEqual([
      'cookies',
      'databaseQueryData',
      'frameContextLines',
      'genAI',
      'graphQL',
      'httpBodies',
      'httpHeaders',
      'mcp',
      'queues',
      'stackFrameVariables',
      'urlQueryParams',
      'userInfo',
    ]);
    expect(leaves(options.dataCollection).every((leaf) => leaf === false || leaf === 0)).toBe(true);
  });
});

describe('Error reporter: what Sentry passes on', () => {
  const options = sentryOptions({ dsn: DSN, environment: 'test', release: '1.2.0' });

  test('DSN, environment and release are those of the app', () => {
    expect(options).toMatchObject({ dsn: DSN, environment: 'test', release: '1.2.0' });
  });

  test('events, breadcrumbs and spans are scrubbed; the live objects of the SDK stay', () => {
    const sdkProcessingMetadata = { capturedSpanScope: new Map() };
    const event = options.beforeSend?.({ message: '?token=abc', sdkProcessingMetadata } as never, {});
    expect(event).toEqual({ message: '?token=[Filtered]', sdkProcessingMetadata });
    expect((event as { sdkProcessingMetadata?: unknown }).sdkProcessingMetadata).toBe(sdkProcessingMetadata);
    expect(options.beforeSend?.({ message: 'broken' } as never, {})).toEqual({ message: 'broken' });
    expect(options.beforeBreadcrumb?.({ message: '?token=abc' })).toEqual({ message: '?token=[Filtered]' });
    expect(options.beforeSendSpan?.({ description: '/?key=abc' } as never)).toEqual({
      description: '/?key=[Filtered]',
    });
  });

  test('[8.16] the failed request of an extension is not sent', () => {
    const frames = [{ filename: 'moz-extension://abc/content.js' }, { filename: 'https://gate.example/sentry.js' }];
    const values = [{ value: 'Failed to fetch', stacktrace: { frames } }];
    expect(options.beforeSend?.({ exception: { values } } as never, {})).toBeNull();
  });

  test('what is not the app’s is ignored by message and by the address of its frames', () => {
    const matches = (patterns: unknown, text: string) => (patterns as RegExp[]).some((pattern) => pattern.test(text));
    expect(matches(options.ignoreErrors, 'ResizeObserver loop limit exceeded')).toBe(true);
    expect(matches(options.ignoreErrors, 'Failed to fetch')).toBe(false);
    expect(matches(options.denyUrls, 'chrome-extension://abc/content.js')).toBe(true);
    expect(matches(options.denyUrls, 'https://gate.example/app.js')).toBe(false);
  });

  test('no request carries headers of a trace, and fetch errors stay as the browser made them', () => {
    expect(options).toMatchObject({ tracePropagationTargets: [], enhanceFetchErrorMessages: 'report-only' });
  });

  test('[9.18][9.19] a replay masks all text and inputs, blocks media, and can be scrubbed', () => {
    expect(REPLAY_OPTIONS).toEqual({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      useCompression: false,
      networkCaptureBodies: false,
    });
  });
});
