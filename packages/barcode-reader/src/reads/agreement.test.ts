import { describe, expect, test } from 'vitest';
import type { Symbology } from '../model/symbologies.ts';
import { createAgreement } from './agreement.ts';
import type { DecodedCode } from './barcode-read.ts';

const corner = { x: 0, y: 0 };
const code = (symbology: Symbology, text: string): DecodedCode => ({
  text,
  symbology,
  raw: new Uint8Array(),
  identifier: '',
  corners: [corner, corner, corner, corner],
});

describe('agreement of frames', () => {
  test('a code with a strong check is believed in its first frame', () => {
    const agreement = createAgreement();
    expect(agreement.observe([code('qr_code', 'A')], 0)).toMatchObject([{ frames: 1, firstSeenAt: 0 }]);
  });

  test.each(['itf', 'codabar', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'pdf417'] as const)(
    '%s is believed when a second frame agrees',
    (symbology) => {
      const agreement = createAgreement();
      expect(agreement.observe([code(symbology, '1234')], 0)).toEqual([]);
      expect(agreement.observe([], 40)).toEqual([]);
      expect(agreement.observe([code(symbology, '1234')], 80)).toMatchObject([{ frames: 2, firstSeenAt: 0 }]);
    },
  );

  test('a code that one frame shows twice is in one frame', () => {
    const agreement = createAgreement();
    const twice = [code('ean_13', '2112345678900'), code('ean_13', '2112345678900')];
    expect(agreement.observe(twice, 0)).toEqual([]);
    expect(agreement.observe(twice, 40)).toMatchObject([{ frames: 2, firstSeenAt: 0 }]);
    const strong = [code('qr_code', 'A'), code('qr_code', 'A')];
    expect(agreement.observe(strong, 80)).toMatchObject([{ frames: 1 }]);
  });

  test('two frames that differ believe neither', () => {
    const agreement = createAgreement();
    expect(agreement.observe([code('itf', '1234')], 0)).toEqual([]);
    expect(agreement.observe([code('itf', '1235')], 40)).toEqual([]);
    expect(agreement.observe([code('codabar', '1234')], 80)).toEqual([]);
  });

  test('frames more than a second apart do not agree', () => {
    const agreement = createAgreement();
    agreement.observe([code('ean_13', '2112345678900')], 0);
    expect(agreement.observe([code('ean_13', '2112345678900')], 1001)).toEqual([]);
  });

  test('frames exactly a second apart agree', () => {
    const agreement = createAgreement();
    agreement.observe([code('ean_13', '2112345678900')], 0);
    expect(agreement.observe([code('ean_13', '2112345678900')], 1000)).toMatchObject([{ frames: 2 }]);
  });

  test('each frame that agrees extends the time for the next', () => {
    const agreement = createAgreement();
    for (const at of [0, 900]) agreement.observe([code('ean_13', '2112345678900')], at);
    const agreed = agreement.observe([code('ean_13', '2112345678900')], 1800);
    expect(agreed).toMatchObject([{ frames: 3, firstSeenAt: 0 }]);
  });

  test('a cleared agreement begins again', () => {
    const agreement = createAgreement();
    agreement.observe([code('ean_13', '2112345678900')], 0);
    agreement.clear();
    expect(agreement.observe([code('ean_13', '2112345678900')], 40)).toEqual([]);
  });
});
