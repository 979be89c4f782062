import { whenPainted } from '@scantix/runtime-utils';
import type { AnalyticsEvent, AnalyticsUser, LoggedEvent } from './analytics-event.ts';
import type { AnalyticsLogger } from './analytics-logger.ts';
import type { AnalyticsLoggerOptions } from './analytics-logger-options.ts';
import { classifyModule, type DefaultModule } from './classify-module.ts';
import { createConsoleLines } from './console-lines.ts';
import { BUFFER_LIMIT, FLUSH_INTERVAL_MS } from './constants.ts';
import { copyAsJson } from './copy-as-json.ts';
import { createCurrentDevice } from './current-device.ts';
import { type AnalyticsError, MESSAGES } from './errors.ts';
import { type BufferedEvent, createEventBuffer } from './event-buffer.ts';
import { createEventHistory } from './event-history.ts';
import { createKeepaliveSink } from './keepalive-sink.ts';
import { createLateDelivery } from './late-delivery.ts';
import { onPageHide } from './on-page-hide.ts';
import { randomId } from './random-id.ts';
import { cutScanValue, toApiCallEvent, toPageViewEvent, toScanEvent } from './specified-events.ts';

/**
 * Creates the analytics logger; nothing is loaded or sent before `start()`.
 *
 * @example
 * const logger = createAnalyticsLogger({ enabled: true, token, app, deviceIdentity });
 * logger.start();
 * logger.log({ name: 'button_pressed', category: 'user_action' });
 */
export function createAnalyticsLogger<Module extends string = DefaultModule>(
  options: AnalyticsLoggerOptions<Module>,
): AnalyticsLogger<Module> {
  const { enabled, dataset = 'scantix-logs', token, app, deviceIdentity, modules, debug = false, scrub } = options;
  const now = options.now ?? Date.now;
  const newId = options.newId ?? randomId;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));

  const history = createEventHistory();
  const writeLine = createConsoleLines({
    console: () => options.console ?? globalThis.console,
    debug,
    prefix: options.consolePrefix ?? '[scantix]',
  });
  const device = createCurrentDevice({
    deviceIdentity,
    onFailure: (cause) => recordFailure('Analytics events carry no device', cause),
  });
  const buffer = createEventBuffer();
  let user: AnalyticsUser | null = null;
  let sessionId: string | null = null;
  const page: Partial<Pick<typeof globalThis, 'document'>> = globalThis;
  // Without its query, which may have a secret of the page before.
  let lastAddress = options.referrer ?? page.document?.referrer.replace(/[?#].*$/, '') ?? '';
  /** Ends the flush timer and the page listener while the session runs. */
  let stopFlushing: (() => void) | null = null;

  const counts = { delivered: 0, rejected: 0, dropped: 0 };
  function onFailure(error: AnalyticsError): void {
    if (error.code === 'not-loaded') recordFailure(MESSAGES.initializationFailed, error.cause);
    recordFailure(MESSAGES.flushFailed, error);
  }
  const service = { dataset, token, url: wholeAddress(options.url), fetch, now };
  const shared = {
    buffer,
    counts,
    keepaliveSink: options.sink ?? createKeepaliveSink(service),
    serialize: ({ event, origin }: BufferedEvent, properties: Readonly<Record<string, unknown>>) =>
      JSON.stringify({
        ...event,
        properties: { ...(event.properties as object), ...properties },
        deviceId: null,
        ...origin.device(),
        sessionId: origin.sessionId ?? sessionId,
        app,
      }),
    onFailure,
  };
  const delivery = createLateDelivery({
    ...shared,
    async load() {
      await whenPainted();
      const { createDelivery } = await import('./delivery-to-axiom.ts');
      const { sink, load } = options;
      return createDelivery({ ...shared, service, load, sink, now, ready: device.settled });
    },
  });

  function makeEvent(event: AnalyticsEvent<string>): LoggedEvent {
    const { name, level = 'info', category = 'general', module = 'general', properties = {} } = event;
    const timestamp = new Date(now()).toISOString();
    const copy = copyAsJson(properties, scrub);
    return { id: newId(), event: name, timestamp, module, level, category, user, properties: copy };
  }

  /** `verbatim` are properties that are not scrubbed. They stay out of the console, whose lines error reports contain. */
  function logEvent(event: AnalyticsEvent<string>, verbatim: Readonly<Record<string, string>> = {}): void {
    if (event.level === 'debug' && !debug) return;
    const scrubbed = makeEvent(event);
    writeLine(scrubbed);
    const logged = { ...scrubbed, properties: { ...(scrubbed.properties as object), ...verbatim } };
    history.add(logged);
    if (!enabled) return;
    delivery.add(logged, { sessionId, device: device.capture() });
    // Nothing is sent before the start and after the stop.
    if (!stopFlushing) counts.dropped += buffer.cut();
    // After a failure only the timer retries, or every further event would.
    else if (buffer.size >= BUFFER_LIMIT && !delivery.failing) void delivery.flush();
  }

  /** Not buffered: while the service fails, its failures would take the place of what happened. */
  function recordFailure(name: string, error: unknown): void {
    const failure = makeEvent({ name, level: 'error', category: 'system', properties: { error } });
    writeLine(failure);
    history.add(failure);
  }

  return {
    start() {
      if (!enabled || stopFlushing) return;
      sessionId = newId();
      const timer = setInterval(() => void delivery.flush(), FLUSH_INTERVAL_MS);
      const stopListening = (options.onPageHide ?? onPageHide)(() => void delivery.flushOnPageHide());
      stopFlushing = () => {
        clearInterval(timer);
        stopListening();
      };
      logEvent({ name: 'app_initialized', category: 'system' });
      void delivery.load();
    },
    async stop() {
      if (!stopFlushing) return;
      stopFlushing();
      stopFlushing = null;
      await delivery.flush();
    },
    log: (event) => logEvent(event),
    logScan: (scan) => logEvent(toScanEvent(scan), { value: cutScanValue(scan.value) }),
    logApiCall: ({ module, ...call }) =>
      logEvent(toApiCallEvent({ ...call, module: module ?? classifyModule(call.endpoint, modules) })),
    logPageView({ page, url, module = classifyModule(url, modules), referrer = lastAddress }) {
      logEvent(toPageViewEvent({ page, module, url, referrer }));
      lastAddress = url;
    },
    setUser(identified) {
      user = pickUserFields(identified);
      logEvent({ name: 'user_identified', category: 'auth', module: 'auth' });
    },
    clearUser() {
      // Logged first: the event has the user that is cleared.
      logEvent({ name: 'user_cleared', category: 'auth', module: 'auth' });
      user = null;
    },
    getHistory: history.get,
    subscribe: history.subscribe,
    getStatistics: () => ({ ...counts, buffered: buffer.size }),
    flush: delivery.flush,
  };
}

/** A session may know more of its user than an event contains. */
function pickUserFields({ id, clerk, userName, domain, workgroup }: AnalyticsUser): AnalyticsUser {
  return { id, clerk, userName, domain, workgroup };
}

/** Axiom's client takes whole addresses alone; a path is one of the page's origin. */
function wholeAddress(url: string | undefined): string | undefined {
  const { location } = globalThis as Partial<Pick<typeof globalThis, 'location'>>;
  return url?.startsWith('/') && location ? location.origin + url : url;
}
