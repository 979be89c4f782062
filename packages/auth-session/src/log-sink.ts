import { callApart } from '@scantix/runtime-utils';

/** One finished call of the API. */
export interface ApiCallLog {
  /** The route template, never an address with values. */
  readonly endpoint: string;
  /** Of the session's own calls; an analytics logger knows the area of an app's call by its address. */
  readonly module?: 'auth';
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
  /** Details, such as a status or a number of attempts. @default none */
  readonly properties?: Record<string, unknown>;
}

/** Makes an event of the session. */
export const toEvent = (
  name: string,
  level: SessionLogEvent['level'],
  properties: Record<string, unknown> = {},
): SessionLogEvent => ({ name, level, category: 'auth', module: 'auth', properties });

/** Where the session writes its log events; an analytics logger fits. */
export interface LogSink {
  /** Called for each event of the session. */
  log(event: SessionLogEvent): void;
  /** Called for each finished call of our API. */
  logApiCall(call: ApiCallLog): void;
}

/** Drops every event. */
export const silentLog: LogSink = { log: () => {}, logApiCall: () => {} };

/** The same sink; an error that it throws does not reach the session. */
export function guardLog(sink: LogSink): LogSink {
  return {
    log: (event) => void callApart(() => sink.log(event)),
    logApiCall: (call) => void callApart(() => sink.logApiCall(call)),
  };
}
