import { expect, test } from 'vitest';
import { SERVER_PATHS } from './server-paths.ts';

const isOfServer = (path: string) => SERVER_PATHS.some((pattern) => pattern.test(path));

test.each([
  '/docs',
  '/docs?build=1',
  '/docs/openapi.json',
  '/demo',
  '/demo/tickets?page=2',
  '/healthz',
  '/readyz',
  '/scantix/v0/reports/scans.csv?from=2026-11-23',
  '/tickets/v0/search',
  '/licences.json',
  '/config.js?v=2',
])('%s goes to the server, not to the page of the app', (path) => {
  expect(isOfServer(path)).toBe(true);
});

test.each([
  '/',
  '/login?next=%2Fdocs',
  '/scanner',
  '/scan-result/docs',
  '/scan-result/https%3A%2F%2Fexample.org%2Fa.png',
  '/results?search=a.png',
  '/reports?period=today',
  '/settings',
  '/documents',
])('%s is an address of the app', (path) => {
  expect(isOfServer(path)).toBe(false);
});
