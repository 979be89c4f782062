import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createReceiverLookup, isPublicAddress, ReceiverRefusedError, readReceiverUrl } from './receiver-address.ts';

const STRICT = { allowPrivate: false };
const RELAXED = { allowPrivate: true };

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001:81b::200e'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...[
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...['100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
  ...['2002:a00:1::', '2001::1', '2001:db8::1', '3fff::1'],
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('the address of a receiver', () => {
  test.each(['https://shop.example/hooks?key=1', 'https://shop.example:8443/', 'https://93.184.216.34/'])(
    '%s is taken',
    (url) => {
      expect(readReceiverUrl(url, STRICT).href).toBe(url);
    },
  );

  test.each([
    ...['http://shop.example/', 'ftp://shop.example/', 'file:///etc/passwd', 'shop.example', ''],
    ...[
      'https://user:password@shop.example/',
      'https://user@shop.example/',
      `https://shop.example/${'a'.repeat(2_000)}`,
    ],
    // Every way to write 127.0.0.1 is one address to a URL.
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://[::1]/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/latest/meta-data', 'https://10.0.0.1/'],
  ])('%s is refused', (url) => {
    expect(() => readReceiverUrl(url, STRICT)).toThrow(ReceiverRefusedError);
  });

  test('in the own network, over http too, is taken where the operator allows it; a public one without https never', () => {
    for (const url of ['http://127.0.0.1:8080/', 'https://10.0.0.1/', 'http://shop.internal/']) {
      expect(readReceiverUrl(url, RELAXED).href).toBe(url);
    }
    expect(() => readReceiverUrl('http://93.184.216.34/', RELAXED)).toThrow(ReceiverRefusedError);
  });
});

describe('a name', () => {
  const connect = (protocol: string, rules: typeof STRICT, ...addresses: string[]) =>
    new Promise((resolve) => {
      const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const answer = (_name: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) =>
        callback(null, found);
      const lookup = createReceiverLookup(protocol, rules, answer as never);
      lookup('shop.example', {}, (error, address) => resolve(error ? error.name : address));
    });

  test('is connected to at the address that was checked', async () => {
    expect(await connect('https:', STRICT, '93.184.216.34')).toBe('93.184.216.34');
  });

  test('that resolves to an address of the own network is refused, alone or among others', async () => {
    expect(await connect('https:', STRICT, '127.0.0.1')).toBe('ReceiverRefusedError');
    expect(await connect('https:', STRICT, '93.184.216.34', '10.0.0.1')).toBe('ReceiverRefusedError');
    expect(await connect('https:', STRICT, '::1')).toBe('ReceiverRefusedError');
  });

  test('over http may only be of the own network', async () => {
    expect(await connect('http:', RELAXED, '127.0.0.1')).toBe('127.0.0.1');
    expect(await connect('http:', RELAXED, '93.184.216.34')).toBe('ReceiverRefusedError');
  });
});
