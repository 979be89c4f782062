import { expect, test } from 'vitest';
import { serverAddress } from './network-addresses.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
])('a server on %s is reached at %s', (host, address) => {
  expect(serverAddress({ host, port: 80, https: false })).toBe(address);
});
