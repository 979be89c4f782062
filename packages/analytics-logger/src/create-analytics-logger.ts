import { whenPainted } from '@scantix/runtime-utils';
import type { AnalyticsEvent, AnalyticsUser, LoggedEvent } from './analytics-event.ts';
import type { AnalyticsLogger } from './analytics-logger.ts';
import type { AnalyticsLoggerOptions } from './analytics-logger-options.ts';
import { type AxiomModule, createAxiomSink } from './axiom-sink.ts';
import { BUFFER_LIMIT, FLUSH_INTERVAL_MS } from './constants.ts';
import { copyAsJson } from './copy-as-json.ts';
import { createCurrentDevice } from './current-device.ts';
import { createEventBuffer } from './event-buffer.ts';
import { createEventDelivery } from './event-delivery.ts';
import { createEventHistory } from './event-history.ts';
import { createKeepaliveSink } from './keepalive-sink.ts';
import { onPageHide } from './on-page-hide.ts';
import { randomId } from './random-id.ts';
import { toApiCallEvent, toPageViewEvent, toScanEvent } from './specified-events.ts';

async function loadAxiom(): Promise<AxiomModule> {
  await whenPainted();
  return import('./axiom-client.ts');
}

/**
 * Creates the analytics logger; nothing is loaded or sent before `start()`.
 *
 * @example
 * const logger = createAnalyticsLogger({ enabled: true, token, app, deviceIdentity });
 * logger.start();
 * logger.log({ name: 'button_pressed', category: 'user_action' });
 */
export function createAnalyticsLogger(options: AnalyticsLoggerOptions): AnalyticsLogger {
  const { enabled, dataset = 'scantix-logs', token, url, app, deviceIdentity, debug = false } = options;
  const now = options.now ?? Date.now;
  const newId = options.newId ?? randomId;
  const log = options.log ?? globalThis.console;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const scrub = options.scrub ?? ((value) => value);

  const history = createEventHistory();
  const device = createCurrentDevice({ deviceIdentity, log });
  const buffer = createEventBuffer((count) =>
    makeEvent({ name: 'events_dropped', level: 'warn', category: 'system', properties: { count } }),
  );
  let user: AnalyticsUser | null = null;
  let sessionId: string | null = null;
  /** Ends the flush timer and the page listener while the session runs. */
  let stopFlushing: (() => void) | null = null;

  const delivery = createEventDelivery({
    buffer,
    sink: options.sink ?? createAxiomSink({ dataset, token, url, fetch, load: options.load ?? loadAxiom, log }),
    keepaliveSink: options.sink ?? createKeepaliveSink({ dataset, token, url, fetch }),
    ready: device.update,
    serialize: ({ event }) => JSON.stringify({ ...event, deviceId: null, ...device.get(), sessionId, app }),
    now,
    log,
  });

  function makeEvent(event: AnalyticsEvent): LoggedEvent {
    const { name, level = 'info', category = 'general', module = 'general', properties = {} } = event;
    const timestamp = new Date(now()).toISOString();
    const copy = copyAsJson(properties, scrub);
    return { id: newId(), event: name, timestamp, module, level, category, user, properties: copy };
  }

  function logEvent(event: AnalyticsEvent): void {
    if (event.level === 'debug' && !debug) return;
    const logged = makeEvent(event);
    history.add(logged);
    if (!enabled) return;
    buffer.add(logged);
    // After a failure only the timer retries, or every further event would.
    if (sessionId && buffer.size >= BUFFER_LIMIT && !delivery.failing) void delivery.flush();
  }

  return {
    start() {
      if (!enabled || stopFlushing) return;
      sessionId = newId();
      void device.update();
      const timer = setInterval(() => void delivery.flush(), FLUSH_INTERVAL_MS);
      const stopListening = (options.onPageHide ?? onPageHide)(() => void delivery.flushOnPageHide());
      stopFlushing = () => {
        clearInterval(timer);
        stopListening();
      };
      logEvent({ name: 'app_initialized', category: 'system' });
    },
    async stop() {
      if (!stopFlushing) return;
      stopFlushing();
      stopFlushing = null;
      await delivery.flush();
    },
    log: logEvent,
    logScan: (scan) => logEvent(toScanEvent(scan)),
    logApiCall: (call) => logEvent(toApiCallEvent(call)),
    logPageView: (view) => logEvent(toPageViewEvent(view)),
    setUser(identified) {
      user = identified;
      logEvent({ name: 'user_identified', category: 'auth', module: 'auth' });
    },
    clearUser() {
      // Logged first: the event has the user that is cleared.
      logEvent({ name: 'user_cleared', category: 'auth', module: 'auth' });
      user = null;
    },
    getHistory: history.get,
    subscribe: history.subscribe,
    getStatistics: () => ({ ...delivery.getCounts(), buffered: buffer.size }),
    flush: delivery.flush,
  };
}
