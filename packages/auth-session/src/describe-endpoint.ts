/**
 * The calls of the contract by their paths alone, so that a page that only signs in loads none of their schemas.
 * `{…}` is a segment with a value.
 */
const KNOWN_PATHS = [
  '/v0/auth/login',
  '/v0/auth/refresh',
  '/v0/auth/logout',
  '/v0/auth/password',
  '/v0/auth/device-key',
  '/v0/auth/revocations',
  '/config/v0/scanner',
  '/.well-known/jwks.json',
  '/scantix/v0/scanner/scans',
  '/scantix/v0/scanner/scans/search',
  '/scantix/v0/scanner/scans/{id}/undo',
  '/scantix/v0/scanner/conflicts',
  '/scantix/v0/scanner/conflicts/{id}/acknowledge',
  '/scantix/v0/scanner/wipes/{order}/done',
  '/scantix/v0/reports/summary',
  '/scantix/v0/reports/timeline',
  '/scantix/v0/reports/breakdown',
  '/scantix/v0/reports/counts',
  '/scantix/v0/reports/export.csv',
  '/scantix/v0/reports/export.json',
  '/scantix/v0/reports/live',
  '/tickets/v0/lookup',
  '/tickets/v0/search',
  '/tickets/v0/snapshot',
  '/tickets/v0/snapshot/segments/{sha256}',
  '/tickets/v0/import',
];

/** Which area a call belongs to, by the shape of its path (specification section 7). */
const MODULES: readonly (readonly [prefix: string, module: string])[] = [
  ['/v0/auth/', 'auth'],
  ['/scantix/v0/scanner/', 'scanner'],
  ['/scantix/v0/reports/', 'reports'],
  ['/config/v0/', 'config'],
  ['/tickets/', 'tickets'],
];

/** A route template and its area. Of a path that is not in the contract only the prefix is reported: it may hold a barcode. */
export function describeEndpoint(path: string): { endpoint: string; module: string } {
  const known = MODULES.find(([prefix]) => path.startsWith(prefix));
  const template = KNOWN_PATHS.find((candidate) => follows(path, candidate));
  return { endpoint: template ?? `${known?.[0] ?? '/'}:rest`, module: known?.[1] ?? 'general' };
}

function follows(path: string, template: string): boolean {
  const segments = path.split('/');
  const expected = template.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment === segments[at] || (segment.startsWith('{') && segments[at] !== ''))
  );
}
