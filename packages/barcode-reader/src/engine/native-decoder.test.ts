import { describe, expect, test } from 'vitest';
import { createNativeDecoder } from './native-decoder.ts';
import type { NativeBarcode } from './native-detector.ts';

const wanted = { symbologies: ['ean_13', 'upc_a', 'qr_code'], maximumCodes: 1 } as const;
const never = () => Promise.reject(new Error('Nobody asks for the grey.'));
const source = { width: 8, height: 8 } as unknown as ImageBitmap;
const picture = { grey: never, image: async () => ({ source, width: 8, height: 8 }) };

/** A detector whose results the test sets. */
function detectorOf(detect: () => Promise<readonly NativeBarcode[]>) {
  return Object.assign(
    class {
      detect = detect;
    },
    { getSupportedFormats: async () => [...wanted.symbologies] },
  );
}

const code = (format: string, rawValue: string) => {
  const boundingBox = { left: 0, top: 0, right: 8, bottom: 8 } as DOMRectReadOnly;
  return { format, rawValue, boundingBox, cornerPoints: [] };
};

describe('what a detector sees', () => {
  test('every engine reports the bars of a UPC-A in the same way', async () => {
    const decoder = createNativeDecoder(
      detectorOf(async () => [code('ean_13', '0012345678905')]),
      wanted,
      null,
    );
    expect((await decoder.frame(picture)).codes).toMatchObject([{ symbology: 'upc_a', text: '012345678905' }]);
  });

  test.each([
    ['data_matrix', '\u001d0109506000134352', ']d2'],
    ['code_128', ']C10109506000134352', ']C1'],
    ['qr_code', '0109506000134352', ''],
  ] as const)('the first FNC1 of a GS1 %s is in the identifier, not in the text', async (format, raw, identifier) => {
    const formats = { symbologies: [format], maximumCodes: 1 };
    const decoder = createNativeDecoder(
      detectorOf(async () => [code(format, raw)]),
      formats,
      null,
    );
    expect((await decoder.frame(picture)).codes).toMatchObject([{ text: '0109506000134352', identifier }]);
  });

  test('symbologies of the other decoder are reported by it alone', async () => {
    const nothing = async () => ({ codes: [], width: 8, height: 8 });
    const others = { symbologies: ['qr_code'], decoder: { name: 'wasm', frame: nothing, still: nothing } } as const;
    const detector = detectorOf(async () => [code('qr_code', 'A')]);
    expect((await createNativeDecoder(detector, wanted, others).frame(picture)).codes).toEqual([]);
  });

  test('codes that are not wanted are not reported', async () => {
    const decoder = createNativeDecoder(
      detectorOf(async () => [code('aztec', 'A'), code('snow_code', 'B')]),
      wanted,
      null,
    );
    expect((await decoder.frame(picture)).codes).toEqual([]);
  });
});

describe('a detector that breaks down at work', () => {
  test('is not used any more after three failures in a row', async () => {
    const outcomes = ['fails', 'fails', 'sees', 'fails', 'fails', 'fails'];
    const decoder = createNativeDecoder(
      detectorOf(async () => {
        if (outcomes.shift() === 'fails') throw new DOMException('Service gone.', 'NotSupportedError');
        return [code('qr_code', 'T-1')];
      }),
      wanted,
      null,
    );
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count++) {
      codes.push(
        await decoder.frame(picture).then(
          ({ codes: [{ text } = { text: '' }] }) => text,
          (error) => error.code,
        ),
      );
    }
    expect(codes).toEqual([
      'invalid-frame',
      'invalid-frame',
      'T-1',
      'invalid-frame',
      'invalid-frame',
      'engine-unavailable',
    ]);
  });

  test('is not used any more when it does not answer', async () => {
    const clock = createClockThatGoesOff();
    const decoder = createNativeDecoder(
      detectorOf(() => new Promise(() => {})),
      wanted,
      null,
      clock,
    );
    await expect(decoder.frame(picture)).rejects.toMatchObject({ code: 'engine-unavailable' });
    expect(clock.waits).toEqual([5000]);
  });
});

/** A clock whose timers do not wait. */
function createClockThatGoesOff() {
  const waits: number[] = [];
  return {
    waits,
    after(ms: number, callback: () => void) {
      waits.push(ms);
      queueMicrotask(callback);
      return () => {};
    },
  };
}
