import { describe, expect, test } from 'vitest';
import { environmentOfHostname } from './index.ts';

describe('The environment follows from the hostname', () => {
  test.each([
    ['', 'development'],
    ['localhost', 'development'],
    ['LOCALHOST', 'development'],
    ['127.10.20.30', 'development'],
    ['::1', 'development'],
    ['0.0.0.0', 'development'],
    ['my-localhost', 'production'],
    ['localhost.example', 'production'],
    ['scantix.qa', 'staging'],
    ['127.0.0.1', 'development'],
    ['[::1]', 'development'],
    ['gate.local', 'development'],
    ['staging.scantix.example', 'staging'],
    ['scantix-dev.example', 'staging'],
    ['scantix.example', 'production'],
    ['attestation.example', 'production'],
  ])('%s is %s', (hostname, environment) => {
    expect(environmentOfHostname(hostname)).toBe(environment);
  });
});
