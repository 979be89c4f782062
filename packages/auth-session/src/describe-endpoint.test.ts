import { expect, test } from 'vitest';
import { describeEndpoint } from './describe-endpoint.ts';

const ROUTES = ['/scantix/v0/scanner/scans', '/scantix/v0/scanner/scans/{id}/undo', '/orders/v1/{id}'];
const describe = (path: string, isOurs = true) => describeEndpoint(path, ROUTES, isOurs);

test.each([
  ['/scantix/v0/scanner/scans', '/scantix/v0/scanner/scans'],
  ['/scantix/v0/scanner/scans/0190b6a0/undo', '/scantix/v0/scanner/scans/{id}/undo'],
  ['/orders/v1/4F7K-SECRET', '/orders/v1/{id}'],
  ['/scantix/v0/reports/live', '/scantix/v0/reports/:rest'],
  ['/v0/auth/login', '/v0/auth/:rest'],
  ['/config/v0/scanner', '/config/v0/:rest'],
  ['/tickets/v0/4F7K-SECRET', '/tickets/:rest'],
  ['/4F7K-SECRET', '/:rest'],
  ['/scantix/v0/scanner/scans//undo', '/scantix/v0/scanner/:rest'],
])('the path %s is reported as %s', (path, endpoint) => {
  expect(describe(path)).toBe(endpoint);
});

test('of another service the templates of the app are reported, and no prefix of ours', () => {
  expect(describe('/orders/v1/7', false)).toBe('/orders/v1/{id}');
  expect(describe('/tickets/v0/4F7K-SECRET', false)).toBe('/:rest');
  expect(describe('/v0/auth/login', false)).toBe('/:rest');
});
