import { whenPainted } from '@scantix/runtime-utils';
import type {
  AnalyticsApp,
  AnalyticsEvent,
  AnalyticsUser,
  ApiCallEvent,
  DeviceFields,
  LoggedEvent,
  PageViewEvent,
  ScanEvent,
} from './analytics-event.ts';
import { type AxiomModule, createAxiomSink } from './axiom-sink.ts';
import { BUFFER_LIMIT, FLUSH_INTERVAL_MS, HISTORY_LIMIT, SCAN_VALUE_CHARACTERS } from './constants.ts';
import { createDelivery } from './delivery.ts';
import { createEventBuffer } from './event-buffer.ts';
import { createKeepaliveSink } from './keepalive-sink.ts';
import type { LogSink } from './log-sink.ts';
import { onPageHide } from './on-page-hide.ts';
import { randomId } from './random-id.ts';
import { type Scrub, snapshot } from './snapshot.ts';

/** What the logger asks of the device's identity. */
export interface AnalyticsDeviceIdentity {
  getDeviceId(): Promise<string>;
  getDeviceInformation(): Promise<DeviceFields>;
}

/** What a logger takes from its surroundings. */
export interface AnalyticsLoggerOptions {
  /** Whether anything is sent; the history is kept either way. */
  readonly enabled: boolean;
  /** @default 'scantix-logs' */
  readonly dataset?: string;
  /** Ingest-only token; not needed with a proxy that adds its own. */
  readonly token?: string;
  /** Another address of the service, or a proxy's with its path. @default Axiom's own */
  readonly url?: string;
  readonly app: AnalyticsApp;
  readonly deviceIdentity: AnalyticsDeviceIdentity;
  /** Whether events of level `debug` are logged at all. @default false */
  readonly debug?: boolean;
  /** Masks secrets in properties, which arrive as plain JSON values. @default unchanged */
  readonly scrub?: Scrub;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Loads Axiom's client. @default a dynamic import after the next paint */
  readonly load?: () => Promise<AxiomModule>;
  /** Where batches go, in place of Axiom. */
  readonly sink?: LogSink;
  /** Tells when the page may be about to go; gives a way to stop telling. @default pagehide, and becoming hidden */
  readonly onPageHide?: (listener: () => void) => () => void;
  /** Wall clock, epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** @default 128 random bits */
  readonly newId?: () => string;
  /** @default globalThis.console */
  readonly log?: { error(message: string, cause: unknown): void };
}

/** How many events became what. */
export interface AnalyticsStatistics {
  readonly delivered: number;
  /** Refused one by one by a service that took their batch. */
  readonly rejected: number;
  /** Let go by a full buffer; an `events_dropped` event says so. */
  readonly dropped: number;
  readonly buffered: number;
}

/** What happened, in order, buffered and delivered. No method throws. */
export interface AnalyticsLogger {
  /** Begins a session when enabled: session id, device, flush timer, `app_initialized`. Earlier events are kept. */
  start(): void;
  /** Ends the session with a last flush. */
  stop(): Promise<void>;
  log(event: AnalyticsEvent): void;
  logScan(scan: ScanEvent): void;
  logApiCall(call: ApiCallEvent): void;
  logPageView(view: PageViewEvent): void;
  /** Names the user of later events and logs `user_identified`. */
  setUser(user: AnalyticsUser): void;
  /** Logs `user_cleared` and names no user any more. */
  clearUser(): void;
  /** The last 100 events, oldest first, whether sent or not; the same array until another is logged. */
  getHistory(): readonly LoggedEvent[];
  /** Calls `listener` soon after every further event. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  getStatistics(): AnalyticsStatistics;
  /** Sends what is buffered. */
  flush(): Promise<void>;
}

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

  let history: readonly LoggedEvent[] = [];
  const listeners = new Set<() => void>();
  const buffer = createEventBuffer((lost) =>
    makeEvent({ name: 'events_dropped', level: 'warn', category: 'system', properties: { count: lost } }),
  );
  let user: AnalyticsUser | null = null;
  let sessionId: string | null = null;
  let device: (DeviceFields & { deviceId: string }) | undefined;
  let saidNoDevice = false;
  let stopWatching: (() => void) | undefined;

  const delivery = createDelivery({
    buffer,
    sink: options.sink ?? createAxiomSink({ dataset, token, url, fetch, load: options.load ?? loadAxiom, log }),
    keepaliveSink: options.sink ?? createKeepaliveSink({ dataset, token, url, fetch }),
    ready: findDevice,
    serialize: ({ event }) => JSON.stringify({ ...event, deviceId: null, ...device, sessionId, app }),
    now,
    log,
  });

  function makeEvent({
    name,
    level = 'info',
    category = 'general',
    module = 'general',
    properties = {},
  }: AnalyticsEvent): LoggedEvent {
    const timestamp = new Date(now()).toISOString();
    return {
      id: newId(),
      event: name,
      timestamp,
      module,
      level,
      category,
      user,
      properties: snapshot(properties, scrub),
    };
  }

  function logEvent(event: AnalyticsEvent): void {
    if (event.level === 'debug' && !debug) return;
    const made = makeEvent(event);
    history = [...history, made].slice(-HISTORY_LIMIT);
    // Not at once: a listener that throws must not break whoever logs.
    for (const listener of listeners) {
      queueMicrotask(() => {
        if (listeners.has(listener)) listener();
      });
    }
    if (!enabled) return;
    buffer.add(made);
    // After a failure the timer alone tries again, or every further event would.
    if (sessionId && buffer.size >= BUFFER_LIMIT && !delivery.failing) void delivery.flush();
  }

  /** Asked again for each flush: an identifier can be reset, in another tab too. */
  async function findDevice(): Promise<void> {
    try {
      const deviceId = await deviceIdentity.getDeviceId();
      if (deviceId === device?.deviceId) return;
      const information = await deviceIdentity.getDeviceInformation();
      device = { ...pickDeviceFields(information), deviceId };
    } catch (cause) {
      if (!saidNoDevice) log.error('Analytics events carry no device', cause);
      saidNoDevice = true;
    }
  }

  return {
    start() {
      if (!enabled || stopWatching) return;
      sessionId = newId();
      void findDevice();
      const timer = setInterval(() => void delivery.flush(), FLUSH_INTERVAL_MS);
      const stopListening = (options.onPageHide ?? onPageHide)(() => void delivery.flushOnPageHide());
      stopWatching = () => {
        clearInterval(timer);
        stopListening();
      };
      logEvent({ name: 'app_initialized', category: 'system' });
    },
    async stop() {
      if (!stopWatching) return;
      stopWatching();
      stopWatching = undefined;
      await delivery.flush();
    },
    log: logEvent,
    logScan({ format, value, success, scanMethod = 'camera' }) {
      const cut = [...value].slice(0, SCAN_VALUE_CHARACTERS).join('');
      const properties = { format, value: cut, success, scanMethod };
      logEvent({ name: 'scan', category: 'scanner', module: 'scanner', properties });
    },
    logApiCall({ endpoint, module, method, status, duration, success = status >= 200 && status <= 299 }) {
      const properties = { endpoint, module, method, status, duration, success };
      logEvent({ name: 'api_call', category: 'api', level: success ? 'info' : 'warn', module, properties });
    },
    logPageView({ page, module, url: address, referrer }) {
      logEvent({
        name: 'page_view',
        category: 'navigation',
        module,
        properties: { page, module, url: address, referrer },
      });
    },
    setUser(identified) {
      user = identified;
      logEvent({ name: 'user_identified', category: 'auth', module: 'auth' });
    },
    clearUser() {
      // The event still says who it was.
      logEvent({ name: 'user_cleared', category: 'auth', module: 'auth' });
      user = null;
    },
    getHistory: () => history,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getStatistics: () => ({
      delivered: delivery.delivered,
      rejected: delivery.rejected,
      dropped: delivery.dropped,
      buffered: buffer.size,
    }),
    flush: () => delivery.flush(),
  };
}

/** An identity may know more than an event is to carry. */
function pickDeviceFields(information: DeviceFields): DeviceFields {
  const { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution } = information;
  return { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution };
}
