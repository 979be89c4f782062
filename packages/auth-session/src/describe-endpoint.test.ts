import { expect, test } from 'vitest';
import { describeEndpoint } from './describe-endpoint.ts';

const ROUTES = ['/scantix/v0/scanner/scans', '/scantix/v0/scanner/scans/{id}/undo', '/orders/v1/{id}'];
const describe = (path: string, isOurs = true) => describeEndpoint(path, ROUTES, isOurs);

test.each([
  ['/scantix/v0/scanner/scans', 'scanner', '/scantix/v0/scanner/scans'],
  ['/scantix/v0/scanner/scans/0190b6a0/undo', 'scanner', '/scantix/v0/scanner/scans/{id}/undo'],
  ['/orders/v1/4F7K-SECRET', 'general', '/orders/v1/{id}'],
  ['/scantix/v0/reports/live', 'reports', '/scantix/v0/reports/:rest'],
  ['/v0/auth/login', 'auth', '/v0/auth/:rest'],
  ['/config/v0/scanner', 'config', '/config/v0/:rest'],
  ['/tickets/v0/4F7K-SECRET', 'tickets', '/tickets/:rest'],
  ['/4F7K-SECRET', 'general', '/:rest'],
  ['/scantix/v0/scanner/scans//undo', 'scanner', '/scantix/v0/scanner/:rest'],
])('the path %s belongs to %s and is reported as %s', (path, module, endpoint) => {
  expect(describe(path)).toEqual({ endpoint, module });
});

test('of another service the templates of the app are reported, and no area of ours', () => {
  expect(describe('/orders/v1/7', false)).toEqual({ endpoint: '/orders/v1/{id}', module: 'general' });
  expect(describe('/tickets/v0/4F7K-SECRET', false)).toEqual({ endpoint: '/:rest', module: 'general' });
  expect(describe('/v0/auth/login', false)).toEqual({ endpoint: '/:rest', module: 'general' });
});
