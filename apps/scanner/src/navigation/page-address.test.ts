import { formatScanResultAddress } from '@scantix/api-contract';
import { scrubSecrets } from '@scantix/error-reporter';
import { describe, expect, test } from 'vitest';
import { pageAddress } from './page-address.ts';

describe('An address as it is logged', () => {
  test.each([
    'HL-2026-0001',
    'A/B',
    "it's",
    'a\\b "c" <d>',
    '..',
    '~.',
    '?scan=1',
    '#top',
    '100 %',
    '%2F',
    '%2Fscan-result%2FX',
    'https://gate.example/scan-result/X',
    'é🎫',
  ])('holds nothing of the barcode %s', (barcode) => {
    const { pathname } = new URL(formatScanResultAddress({ barcode }), 'http://gate.example');
    expect(pageAddress(pathname)).toBe('/scan-result/:barcode');
    expect(pageAddress(`${pathname}/exit`)).toBe('/scan-result/:barcode/exit');
    expect(pageAddress(`https://gate.example${pathname}/exit?scan=7`)).toBe(
      'https://gate.example/scan-result/:barcode/exit?scan=7',
    );
  });

  test.each([
    ['/SCAN-RESULT/ABC', '/SCAN-RESULT/:barcode'],
    ['/scan-result//ABC', '/scan-result//:barcode'],
    ['/old/scan-result/ABC/entry/extra', '/old/scan-result/:barcode/entry/extra'],
    [
      'https://portal.example/?next=%2Fscan-result%2FABC%2Fentry&x=1',
      'https://portal.example/?next=%2Fscan-result%2F:barcode',
    ],
  ])('a barcode in an unknown path is left out too: %s', (address, logged) => {
    expect(pageAddress(address)).toBe(logged);
  });

  test.each(['/', '/scanner', '/settings/', '/no/such/path', '/scan-result/', '/scan-results', ''])(
    '%s is whole, and the logger’s masking leaves it so',
    (address) => {
      expect(scrubSecrets(pageAddress(address))).toBe(address);
    },
  );

  test('is not changed again by masking', () => {
    expect(scrubSecrets(pageAddress("/scan-result/it's/entry"))).toBe('/scan-result/:barcode/entry');
  });
});
