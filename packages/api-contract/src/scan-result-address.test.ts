import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCAN_MODES } from './scan-modes.ts';
import { formatScanResultAddress, parseScanResultAddress } from './scan-result-address.ts';

/** Resolves an address and reads the undecoded pathname, like a browser. */
function throughBrowser(address: string) {
  const { pathname, search } = new URL(address, 'https://app.example/scanner');
  return parseScanResultAddress({ pathname, search });
}

const parse = (pathname: string, search = '') => parseScanResultAddress({ pathname, search });

describe('the scan-result address', () => {
  test.each([
    ['A-1', '/scan-result/A-1'],
    ['a/b?c#d%e f', '/scan-result/a%2Fb%3Fc%23d%25e%20f'],
    ['.', '/scan-result/~.'],
    ['..', '/scan-result/~..'],
    ['~', '/scan-result/~~'],
    ['...', '/scan-result/...'],
    ['\u0000\u001d', '/scan-result/%00%1D'],
  ])('of %j is %s', (barcode, address) => {
    expect(formatScanResultAddress({ barcode })).toBe(address);
    expect(throughBrowser(address)).toEqual({ barcode });
  });

  test('names the mode and the scan', () => {
    const full = { barcode: 'A', mode: 'exit', scanId: '01a1fc4f-66db-7413-888b-aaf9e3b59103' } as const;
    const address = formatScanResultAddress(full);
    expect(address).toBe('/scan-result/A/exit?scan=01a1fc4f-66db-7413-888b-aaf9e3b59103');
    expect(throughBrowser(address)).toEqual(full);
  });

  test('brings any text through a browser unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed()),
        fc.option(fc.constantFrom(...SCAN_MODES), { nil: undefined }),
        (barcode, mode) => {
          const wanted = { barcode, ...(mode ? { mode } : {}) };
          expect(throughBrowser(formatScanResultAddress(wanted))).toEqual(wanted);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '/',
    '/scan-result',
    '/scan-result/',
    '/scan-result//entry',
    '/scan-result/~',
    '/scan-result/A/entry/more',
    '/scan-result/%E0%A4%A',
    '/results/A',
  ])('is not %s', (pathname) => expect(parse(pathname)).toBeNull());

  test.each(['unknown', 'Entry', 'exit ', '%65xit', '%E0%A4%A', '..%2F'])('takes the mode %s for a check', (mode) => {
    expect(parse(`/scan-result/A/${mode}`)).toEqual({ barcode: 'A', mode: 'check' });
  });

  test('may end with a slash', () => {
    expect(parse('/scan-result/A/')).toEqual({ barcode: 'A' });
    expect(parse('/scan-result/A/check/')).toEqual({ barcode: 'A', mode: 'check' });
  });
});
