import { expect, test } from 'vitest';
import { apiAddress } from './api-address.ts';

test.each([
  ['https://scan.example', 'https://scan.example/healthz'],
  ['https://scan.example/', 'https://scan.example/healthz'],
  ['https://scan.example/behind/a/proxy', 'https://scan.example/behind/a/proxy/healthz'],
  ['https://scan.example/behind/a/proxy//', 'https://scan.example/behind/a/proxy/healthz'],
  ['/', '/healthz'],
  ['/behind/', '/behind/healthz'],
])('[7.9] under %s, /healthz is %s', (baseUrl, address) => {
  expect(apiAddress(baseUrl, '/healthz')).toBe(address);
});
