import * as contract from '@scantix/api-contract';
import * as snapshot from '@scantix/api-contract/snapshot';
import { expect, test } from 'vitest';
import { describeEndpoint } from './describe-endpoint.ts';

const paths = Object.values({ ...contract, ...snapshot }).flatMap((exported) =>
  typeof exported === 'object' && 'path' in exported && 'needs' in exported ? [exported.path] : [],
);

test('the contract has calls', () => {
  expect(paths).toContain('/v0/auth/login');
});

test.each(paths)('the call %s of the contract is reported by its own path', (path) => {
  const asked = path.replaceAll(/\{[^}]*\}/g, '0190b6a0-0000-7000-8000-000000000000');
  expect(describeEndpoint(asked).endpoint).toBe(path);
});

test.each([
  ['/v0/auth/logout', 'auth'],
  ['/config/v0/scanner', 'config'],
  ['/scantix/v0/scanner/scans', 'scanner'],
  ['/scantix/v0/reports/live', 'reports'],
  ['/tickets/v0/snapshot', 'tickets'],
])('the call %s belongs to %s', (path, module) => {
  expect(describeEndpoint(path)).toEqual({ endpoint: path, module });
});

test('a path that is not of the contract shows its prefix only', () => {
  expect(describeEndpoint('/tickets/v0/4F7K-SECRET')).toEqual({ endpoint: '/tickets/:rest', module: 'tickets' });
  expect(describeEndpoint('/4F7K-SECRET')).toEqual({ endpoint: '/:rest', module: 'general' });
});

test('a value that is missing is no value', () => {
  expect(describeEndpoint('/scantix/v0/scanner/scans//undo')).toEqual({
    endpoint: '/scantix/v0/scanner/:rest',
    module: 'scanner',
  });
});
