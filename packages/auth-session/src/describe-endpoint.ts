import { getScannerConfig, listScans, login, logout, lookupTicket, postScans, refresh } from '@scantix/api-contract';

const KNOWN_PATHS = new Set(
  [login, refresh, logout, postScans, listScans, lookupTicket, getScannerConfig].map(({ path }) => path),
);

/** Which area a call belongs to, by the shape of its path (specification section 7). */
const MODULES: readonly (readonly [prefix: string, module: string])[] = [
  ['/v0/auth/', 'auth'],
  ['/scantix/v0/scanner/', 'scanner'],
  ['/scantix/v0/reports/', 'reports'],
  ['/config/v0/', 'config'],
  ['/tickets/', 'tickets'],
];

/** A route template and the area it belongs to. A path that is not of the contract shows only its prefix: it may hold a barcode. */
export function describeEndpoint(path: string): { endpoint: string; module: string } {
  const known = MODULES.find(([prefix]) => path.startsWith(prefix));
  const module = known?.[1] ?? 'general';
  if (KNOWN_PATHS.has(path)) return { endpoint: path, module };
  return { endpoint: `${known?.[0] ?? '/'}:rest`, module };
}
