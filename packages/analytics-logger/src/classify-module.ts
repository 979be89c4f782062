import type { AnalyticsModule } from './analytics-event.ts';

const MODULES: readonly (readonly [RegExp, AnalyticsModule])[] = [
  [/^\/(?:login|v0\/auth)(?:\/|$)/, 'auth'],
  [/^\/(?:scanner|results|scantix\/v0\/scanner)(?:\/|$)/, 'scanner'],
  [/^\/(?:reports|scantix\/v0\/reports)(?:\/|$)/, 'reports'],
  [/^\/settings(?:\/|$)/, 'settings'],
  [/^\/tickets?(?:\/|$)/, 'tickets'],
  [/^\/config(?:\/|$)/, 'config'],
];

const ANY_ORIGIN = 'http://localhost';

/** The module that a path of the app or of the API belongs to; a full URL is classified by its path. */
export function classifyModule(path: string): AnalyticsModule {
  const pathname = URL.canParse(path, ANY_ORIGIN) ? new URL(path, ANY_ORIGIN).pathname : path;
  return MODULES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'general';
}
