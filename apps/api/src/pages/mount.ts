import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { TelemetryUpstreams } from '../telemetry/upstream.ts';
import { serveConfigurationScript } from './configuration-script.ts';
import { serveStaticFiles } from './static-files.ts';

export interface PagesOptions {
  /** The folder of the built app. */
  readonly folder: string;
  /** A `config.js` of the operator. */
  readonly configurationFile: string;
  /** Configuration keys that differ from the shipped ones. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** What the proxy for telemetry serves. @default nothing */
  readonly telemetry?: TelemetryUpstreams;
}

/** Mounts the built app: its configuration, its files, and its page for every navigation. Mount it last. */
export function mountPages(
  app: Hono<AppEnv>,
  { folder, configurationFile, configuration, telemetry }: PagesOptions,
): void {
  app.get('/config.js', serveConfigurationScript({ file: configurationFile, values: configuration, telemetry }));
  app.get('*', serveStaticFiles({ folder }));
}
