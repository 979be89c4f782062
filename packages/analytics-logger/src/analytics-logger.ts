import type {
  AnalyticsEvent,
  AnalyticsUser,
  ApiCallEvent,
  DeviceFields,
  LoggedEvent,
  PageViewEvent,
  ScanEvent,
} from './analytics-event.ts';
import type { DefaultModule } from './classify-module.ts';

/** The device, as the logger describes it in every event. */
export interface AnalyticsDeviceIdentity {
  /** The stable identifier of the device. */
  getDeviceId(): Promise<string>;
  /** Type, operating system, browser, language and screen of the device. */
  getDeviceInformation(): Promise<DeviceFields>;
}

/** How many events ended how. */
export interface AnalyticsStatistics {
  /** Accepted by the service. */
  readonly delivered: number;
  /** Refused one by one by a service that accepted their batch. */
  readonly rejected: number;
  /** Dropped by a full buffer; the next event that leaves has their number as its property `events_dropped`. */
  readonly dropped: number;
  /** Waiting to be sent. */
  readonly buffered: number;
}

/** Buffers and delivers events in order. No method throws or rejects. `Module` has the names of the app's own modules. */
export interface AnalyticsLogger<Module extends string = DefaultModule> {
  /** Starts a session when enabled: session id, device, flush timer, `app_initialized`. Earlier events are sent too. */
  start(): void;
  /** Ends the session with a last flush. */
  stop(): Promise<void>;
  /** Logs one event. */
  log(event: AnalyticsEvent<Module>): void;
  /** Logs a scan; the value is cut to its first 50 characters and is not scrubbed. */
  logScan(scan: ScanEvent): void;
  /** Logs a finished call of the API, as a warning unless it succeeded. */
  logApiCall(call: ApiCallEvent<Module>): void;
  /** Logs a visit of a page; its referrer is the page before it. */
  logPageView(view: PageViewEvent<Module>): void;
  /** Sets the user of later events and logs `user_identified`. */
  setUser(user: AnalyticsUser): void;
  /** Logs `user_cleared`; later events have no user. */
  clearUser(): void;
  /** The last 100 events, oldest first, whether sent or not; the same array until another is logged. */
  getHistory(): readonly LoggedEvent[];
  /** Calls `listener` soon after every further event. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** The counts so far. */
  getStatistics(): AnalyticsStatistics;
  /** Sends what is buffered. */
  flush(): Promise<void>;
}
