/** The modules of an app by name, each with the paths of the app and of its API that belong to it. */
export type ModulePaths<Module extends string> = Readonly<Record<Module, readonly string[]>>;

/** The modules of an app that brings none of its own. */
export const DEFAULT_MODULES = {
  auth: ['/login', '/v0/auth'],
  scanner: ['/scanner', '/results', '/scantix/v0/scanner'],
  reports: ['/reports', '/scantix/v0/reports'],
  settings: ['/settings'],
  tickets: ['/ticket', '/tickets'],
  config: ['/config'],
} as const satisfies ModulePaths<string>;

/** The name of one of the {@link DEFAULT_MODULES}. */
export type DefaultModule = keyof typeof DEFAULT_MODULES;

/**
 * The area of the app or the API that an event belongs to: one of the app's own, or of those that this logger names
 * itself. A logger of any app is an `AnalyticsLogger<never>`.
 */
export type AnalyticsModule<Own extends string = DefaultModule> = Own | 'auth' | 'scanner' | 'general';

const ANY_ORIGIN = 'http://localhost';

/**
 * The module that a path of the app or of the API belongs to, itself or as a part of one that is listed; a full URL is
 * classified by its path. The first module that fits counts.
 *
 * @param modules @default DEFAULT_MODULES
 * @example
 * classifyModule('/stock/v0/bins/7', { bins: ['/bins', '/stock/v0/bins'] }); // 'bins'
 */
export function classifyModule<Own extends string = DefaultModule>(
  path: string,
  modules?: ModulePaths<Own>,
): AnalyticsModule<Own> {
  let pathname = path;
  try {
    ({ pathname } = new URL(path, ANY_ORIGIN));
  } catch {
    // A text that is no address. Chromium 119 has no `URL.canParse`.
  }
  const isIn = (listed: string) => `${pathname}/`.startsWith(`${listed}/`);
  const found = Object.entries<readonly string[]>(modules ?? DEFAULT_MODULES).find(([, paths]) => paths.some(isIn));
  return (found?.[0] ?? 'general') as AnalyticsModule<Own>;
}
