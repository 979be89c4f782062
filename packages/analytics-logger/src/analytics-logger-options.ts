import type { AnalyticsApp } from './analytics-event.ts';
import type { AnalyticsDeviceIdentity } from './analytics-logger.ts';
import type { AxiomModule } from './axiom-sink.ts';
import type { BatchSink } from './batch-sink.ts';
import type { DefaultModule, ModulePaths } from './classify-module.ts';
import type { LogConsole } from './console-lines.ts';
import type { Scrub } from './copy-as-json.ts';

/** The options of a logger. Everything outside the language has a production default. */
export interface AnalyticsLoggerOptions<Module extends string = DefaultModule> {
  /** Whether anything is sent; the history is recorded either way. */
  readonly enabled: boolean;
  /** @default 'scantix-logs' */
  readonly dataset?: string;
  /** Ingest-only token; not needed with a proxy that adds its own. */
  readonly token?: string;
  /** Another address of the service, or a proxy's with its path; a path alone is one of the page's origin. @default Axiom's own */
  readonly url?: string;
  /** The app, part of every event. */
  readonly app: AnalyticsApp;
  /** The device, part of every event. */
  readonly deviceIdentity: AnalyticsDeviceIdentity;
  /** The app's own modules, for page views and calls that name none. @default DEFAULT_MODULES */
  readonly modules?: ModulePaths<Module>;
  /** Whether events of level `debug` are logged at all, and all levels written to the console. @default false */
  readonly debug?: boolean;
  /** Masks secrets in properties, which arrive as plain JSON values. @default unchanged */
  readonly scrub?: Scrub;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Loads Axiom's client. @default a dynamic import once the page shows content, or after 3 s */
  readonly load?: () => Promise<AxiomModule>;
  /** Where batches go, in place of Axiom. */
  readonly sink?: BatchSink;
  /** Calls the listener when the page may be about to close; returns a function that ends it. @default pagehide, and becoming hidden */
  readonly onPageHide?: (listener: () => void) => () => void;
  /** Wall clock, epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** @default 128 random bits */
  readonly newId?: () => string;
  /** The referrer of the first page view. @default document.referrer without its query */
  readonly referrer?: string;
  /**
   * Where events of the levels `warn` and `error` are written, sent or not; with `debug` those of the other levels too.
   * @default globalThis.console
   */
  readonly console?: LogConsole;
  /** The beginning of every line on the console. @default '[scantix]' */
  readonly consolePrefix?: string;
}
