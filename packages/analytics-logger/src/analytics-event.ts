import type { AnalyticsModule, DefaultModule } from './classify-module.ts';

/** The severity of an event. */
export type AnalyticsLevel = 'debug' | 'info' | 'warn' | 'error';
/** The kind of an event. */
export type AnalyticsCategory = 'general' | 'system' | 'navigation' | 'api' | 'scanner' | 'auth' | 'user_action';

/** The user of an event. */
export interface AnalyticsUser {
  readonly id: string;
  readonly clerk: string;
  readonly userName: string;
  readonly domain: string;
  readonly workgroup: string;
}

/** The app of an event. */
export interface AnalyticsApp {
  readonly name: string;
  readonly version: string;
  readonly environment: string;
  readonly domain: string;
  readonly apiBaseUrl: string;
}

/** An event as the app logs it; the logger adds the rest. */
export interface AnalyticsEvent<Module extends string = DefaultModule> {
  /** Snake case: `app_initialized`. */
  readonly name: string;
  /** @default 'info' */
  readonly level?: AnalyticsLevel;
  /** @default 'general' */
  readonly category?: AnalyticsCategory;
  /** @default 'general' */
  readonly module?: AnalyticsModule<Module>;
  /** Copied at once; if they cannot be written as JSON, this event loses its properties. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A scan, as `logScan` gets it. */
export interface ScanEvent {
  readonly format: string;
  /** Cut to its first 50 characters, and not scrubbed: it is a code. */
  readonly value: string;
  readonly success: boolean;
  /** @default 'camera' */
  readonly scanMethod?: string;
}

/** A finished call of the API, as `logApiCall` gets it. */
export interface ApiCallEvent<Module extends string = DefaultModule> {
  readonly endpoint: string;
  /** @default the module of the endpoint */
  readonly module?: AnalyticsModule<Module>;
  readonly method: string;
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  /** @default whether the status is 200 to 299 */
  readonly success?: boolean;
}

/** A visit of a page, as `logPageView` gets it. */
export interface PageViewEvent<Module extends string = DefaultModule> {
  readonly page: string;
  /** @default the module of the address */
  readonly module?: AnalyticsModule<Module>;
  /** The address; the caller leaves out of it what no log may contain. */
  readonly url: string;
  /** @default the `url` of the page view before it; of the first one the option `referrer` */
  readonly referrer?: string;
}

/** An event as it is recorded and sent, without the fields that are the same for the whole page. */
export interface LoggedEvent {
  /** Identifies an event that was delivered twice. */
  readonly id: string;
  readonly event: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly module: string;
  readonly level: AnalyticsLevel;
  readonly category: AnalyticsCategory;
  readonly user: AnalyticsUser | null;
  readonly properties: unknown;
}

/** The device's part of every event. */
export interface DeviceFields {
  readonly deviceType: string;
  readonly deviceOS: string;
  readonly deviceBrowser: string;
  readonly deviceString: string;
  readonly deviceCategory: string;
  readonly language: string;
  readonly screenResolution: string;
}
