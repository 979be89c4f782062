import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcode, MAX_BARCODE_BYTES, STANDARD_SYMBOLOGIES, SYMBOLOGIES } from './barcode.ts';
import { barcodeBytes } from './barcode-bytes.ts';
import { API_ERROR_CODES, API_ERROR_STATUS } from './errors.ts';
import { listScans } from './list-scans.ts';
import { timestamp, uuid } from './primitives.ts';
import { MAX_SCANS_PER_CALL, postScans, type Scan, scan } from './scans.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('a barcode', () => {
  test('may be any text of 1 to 8,192 bytes', () => {
    expect(accepts(barcode, '')).toBe(false);
    expect(accepts(barcode, 'x'.repeat(MAX_BARCODE_BYTES))).toBe(true);
    expect(accepts(barcode, 'x'.repeat(MAX_BARCODE_BYTES + 1))).toBe(false);
    expect(accepts(barcode, 'é'.repeat(MAX_BARCODE_BYTES / 2))).toBe(true);
    expect(accepts(barcode, `${'é'.repeat(MAX_BARCODE_BYTES / 2)}x`)).toBe(false);
    expect(accepts(barcode, '\u0000')).toBe(true);
    expect(accepts(barcode, '\ud800')).toBe(false);
  });

  test('is told from every other by its bytes', () => {
    const text = fc.string({ minLength: 1, maxLength: 50, unit: 'binary' }).filter((value) => value.isWellFormed());
    fc.assert(
      fc.property(text, text, (one, two) => {
        expect(accepts(barcode, one)).toBe(true);
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(barcodeBytes(one))).toBe(one);
        expect(Buffer.compare(barcodeBytes(one), barcodeBytes(two)) === 0).toBe(one === two);
      }),
    );
  });

  test('has a symbology among 21, nine of them standard', () => {
    expect([SYMBOLOGIES.length, STANDARD_SYMBOLOGIES.length]).toEqual([21, 9]);
  });
});

describe('a time', () => {
  test('is ISO 8601 in UTC with milliseconds', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(accepts(timestamp, date.toISOString())).toBe(true);
        },
      ),
    );
  });

  test.each([
    '2026-11-21T09:41:07Z',
    '2026-11-21T09:41:07.123+01:00',
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    'now',
  ])('is not %s', (text) => expect(accepts(timestamp, text)).toBe(false));
});

describe('an id', () => {
  test.each([
    ['01a1fc4f-66db-7413-888b-aaf9e3b59103', true],
    ['01A1FC4F-66DB-7413-888B-AAF9E3B59103', false],
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479', false],
    ['01a1fc4f66db7413888baaf9e3b59103', false],
  ])('%s: %s', (text, valid) => expect(accepts(uuid, text)).toBe(valid));
});

describe('a scan', () => {
  const good: Scan = {
    id: '01a1fc4f-66db-7413-888b-aaf9e3b59103',
    barcode: 'A',
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    checkpoint_id: '01a1fc4f-66db-7413-888b-aaf9e3b59104',
    claimed_at: '2026-11-21T09:41:07.123Z',
    device_id: 'device',
    claimed_by: 'm.okafor',
  };

  test('needs every field but the bytes, the offset and the device’s verdict', () => {
    expect(accepts(scan, good)).toBe(true);
    for (const field of Object.keys(good)) expect(accepts(scan, { ...good, [field]: undefined })).toBe(false);
  });

  test.each([
    ['raw', 'AAEC/w==', true],
    ['raw', 'no base64', false],
    ['clock_offset_ms', -250.5, true],
    ['clock_offset_ms', Number.POSITIVE_INFINITY, false],
    ['device_id', 'a\u0000b', false],
    ['mode', 'enter', false],
  ])('with %s %j: %s', (field, value, valid) => expect(accepts(scan, { ...good, [field]: value })).toBe(valid));

  test.each([
    ['Ada Berg', true],
    ['a\u0000b', false],
    ['a\\\u0000b', false],
    ['a\\u0000b', true],
    ['a\\\\u0000b', true],
    ['x'.repeat(140_000), false],
  ])('with the device’s verdict about a holder %.10s: %s', (holder, valid) => {
    const open = { valid_from: null, valid_until: null, order: null };
    const ticket = { holder, type: 'Day', entries_left: 0, entries_allowed: 1, ...open };
    const device_verdict = {
      outcome: 'accepted',
      reason: 'ok',
      certainty: 'device',
      mode: 'entry',
      decided_at: good.claimed_at,
      ticket,
    };
    expect(accepts(scan, { ...good, device_verdict })).toBe(valid);
  });

  test('travels with the seat that a device has shown', () => {
    const none = { holder: null, valid_from: null, valid_until: null, order: null };
    const ticket = { ...none, type: 'Day', entries_left: 0, entries_allowed: 1, section: 'Stalls', seat: 'Row 1' };
    const parts = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' };
    const device_verdict = { ...parts, decided_at: good.claimed_at, ticket };
    expect(scan.parse({ ...good, device_verdict }).device_verdict?.ticket).toEqual(ticket);
  });

  test('travels with up to 200 others, and its envelope asks for no more than ids', () => {
    const scans = Array.from({ length: MAX_SCANS_PER_CALL }, () => ({ id: 'x', anything: 'at all' }));
    expect(accepts(postScans.body ?? scan, { scans })).toBe(true);
    expect(accepts(postScans.body ?? scan, { scans: [...scans, { id: 'x' }] })).toBe(false);
    expect(accepts(postScans.body ?? scan, { scans: [] })).toBe(false);
  });
});

describe('the list', () => {
  test.each([
    ['1', true],
    ['99', true],
    ['200', true],
    ['0', false],
    ['201', false],
    ['1000', false],
    ['07', false],
  ])('takes a limit of %s: %s', (limit, valid) => expect(accepts(listScans.body ?? scan, { limit })).toBe(valid));
});

describe('an error code', () => {
  test('travels with a 4xx, or with 503 where the server is to blame', () => {
    for (const code of API_ERROR_CODES) {
      const status = API_ERROR_STATUS[code];
      expect(code === 'unavailable' ? status === 503 : status >= 400 && status < 500).toBe(true);
    }
  });
});
