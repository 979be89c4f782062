import { describe, expect, test, vi } from 'vitest';
import { classifyModule } from './index.ts';

describe('Module classification', () => {
  test.each([
    ['/login', 'auth'],
    ['/v0/auth/refresh', 'auth'],
    ['/scanner', 'scanner'],
    ['/results', 'scanner'],
    ['/scantix/v0/scanner/scans', 'scanner'],
    ['https://api.example/scantix/v0/scanner/scans?limit=5', 'scanner'],
    ['/reports', 'reports'],
    ['/scantix/v0/reports/daily', 'reports'],
    ['/settings', 'settings'],
    ['/tickets/v0/lookup', 'tickets'],
    ['/tickets', 'tickets'],
    ['/ticket', 'tickets'],
    ['/ticket/7', 'tickets'],
    ['/config/v0/scanner', 'config'],
    ['/config', 'config'],
    ['/no/reports', 'general'],
    ['/no/config', 'general'],
    ['/no/tickets', 'general'],
    ['/', 'general'],
    ['/scan-result/login', 'general'],
    ['/scan-result/%2Fscanner/entry?scan=1', 'general'],
    ['/scanners', 'general'],
    ['/nowhere', 'general'],
    ['', 'general'],
    ['//', 'general'],
    ['http://[', 'general'],
  ])('%s belongs to %s', (path, module) => {
    expect(classifyModule(path)).toBe(module);
  });
});

test('a path is classified in Chromium 119 too, which has no URL.canParse', () => {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override canParse = undefined as never;
    },
  );
  expect(classifyModule('https://api.example/tickets/v0/lookup')).toBe('tickets');
  expect(classifyModule('http://[')).toBe('general');
});
