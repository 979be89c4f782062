import { whenPainted } from '@scantix/runtime-utils';
import type { AnalyticsApp } from './analytics-event.ts';
import type { AnalyticsLoggerOptions } from './analytics-logger-options.ts';
import { type AxiomModule, createAxiomSink } from './axiom-sink.ts';
import { createEventDelivery, type EventDelivery, type EventDeliveryOptions } from './event-delivery.ts';
import { createKeepaliveSink } from './keepalive-sink.ts';

interface DeliveryOptions
  extends Omit<EventDeliveryOptions, 'sink' | 'keepaliveSink' | 'serialize'>,
    Pick<AnalyticsLoggerOptions<never>, 'dataset' | 'token' | 'url' | 'fetch' | 'load' | 'sink'> {
  readonly app: AnalyticsApp;
  /** The session of events from before the start. */
  readonly sessionId: () => string | null;
}

async function loadAxiom(): Promise<AxiomModule> {
  await whenPainted();
  return import('./axiom-client.ts');
}

/** The delivery to Axiom, or to the sink in its place. This module is one chunk with what it imports, which is loaded late. */
export function createDelivery(options: DeliveryOptions): EventDelivery {
  const { app, sessionId, now, token, dataset = 'scantix-logs' } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const service = { dataset, token, url: wholeAddress(options.url), fetch, now };
  return createEventDelivery({
    ...options,
    sink: options.sink ?? createAxiomSink({ ...service, load: options.load ?? loadAxiom }),
    keepaliveSink: options.sink ?? createKeepaliveSink(service),
    serialize: ({ event, origin }, properties) =>
      JSON.stringify({
        ...event,
        properties: { ...(event.properties as object), ...properties },
        deviceId: null,
        ...origin.device(),
        sessionId: origin.sessionId ?? sessionId(),
        app,
      }),
  });
}

/** Axiom's client takes whole addresses alone; a path is one of the page's origin. */
function wholeAddress(url: string | undefined): string | undefined {
  const { location } = globalThis as Partial<Pick<typeof globalThis, 'location'>>;
  return url?.startsWith('/') && location ? location.origin + url : url;
}
