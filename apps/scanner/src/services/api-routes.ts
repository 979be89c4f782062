/**
 * The calls of the contract by their paths alone, as the log names them, so that the start loads none of their schemas.
 * `{…}` is a segment with a value.
 */
export const API_ROUTES = [
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
  '/scantix/v0/reports/gates',
  '/scantix/v0/reports/live',
  '/tickets/v0/lookup',
  '/tickets/v0/search',
  '/tickets/v0/snapshot',
  '/tickets/v0/snapshot/segments/{sha256}',
  '/tickets/v0/import',
];
