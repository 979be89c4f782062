/** One finished call of the API. */
export interface ApiCallLog {
  /** The route template, never an address with values in it. */
  readonly endpoint: string;
  readonly module: string;
  readonly method: string;
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** Milliseconds from the first send to the last answer, a refresh in between included. */
  readonly duration: number;
  readonly success: boolean;
}

/** One thing that happened to the session. Holds no token and no password. */
export interface SessionLogEvent {
  readonly name: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly category: 'auth';
  readonly module: 'auth';
  readonly properties?: Record<string, unknown>;
}

/** Where the session reports; an analytics logger fits as it is. */
export interface LogSink {
  log(event: SessionLogEvent): void;
  logApiCall(call: ApiCallLog): void;
}

/** Reports nowhere. */
export const silentLog: LogSink = { log: () => {}, logApiCall: () => {} };
