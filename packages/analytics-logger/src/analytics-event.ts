export type AnalyticsLevel = 'debug' | 'info' | 'warn' | 'error';
export type AnalyticsCategory = 'general' | 'system' | 'navigation' | 'api' | 'scanner' | 'auth' | 'user_action';
export type AnalyticsModule = 'auth' | 'scanner' | 'reports' | 'settings' | 'tickets' | 'config' | 'general';

/** Who did it. */
export interface AnalyticsUser {
  readonly id: string;
  readonly clerk: string;
  readonly userName: string;
  readonly domain: string;
  readonly workgroup: string;
}

/** Where it happened. */
export interface AnalyticsApp {
  readonly name: string;
  readonly version: string;
  readonly environment: string;
  readonly domain: string;
  readonly apiBaseUrl: string;
}

/** What the app says of an event; the rest is filled in. */
export interface AnalyticsEvent {
  /** Snake case: `app_initialized`. */
  readonly name: string;
  /** @default 'info' */
  readonly level?: AnalyticsLevel;
  /** @default 'general' */
  readonly category?: AnalyticsCategory;
  /** @default 'general' */
  readonly module?: AnalyticsModule;
  /** Copied at once; what cannot be written as JSON costs its own event's properties only. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface ScanEvent {
  readonly format: string;
  /** Cut to its first 50 characters. */
  readonly value: string;
  readonly success: boolean;
  /** @default 'camera' */
  readonly scanMethod?: string;
}

export interface ApiCallEvent {
  readonly endpoint: string;
  readonly module: AnalyticsModule;
  readonly method: string;
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  /** @default whether the status is 200 to 299 */
  readonly success?: boolean;
}

export interface PageViewEvent {
  readonly page: string;
  readonly module: AnalyticsModule;
  readonly url: string;
  readonly referrer: string;
}

/** An event as it is kept and sent, without what is the same for the whole page. */
export interface LoggedEvent {
  /** Delivery can repeat an event: its id tells. */
  readonly id: string;
  readonly event: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly module: AnalyticsModule;
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
