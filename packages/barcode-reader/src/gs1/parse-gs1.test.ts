import { describe, expect, test } from 'vitest';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import { parseGs1 } from '../index.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';

const gs = '\u001d';

describe('a GS1 element string', () => {
  test('is split into its elements: numbers, dates, amounts', async () => {
    const text = `010950600013435217261231310300125010AB-12${gs}21XYZ`;
    expect(await parseGs1({ text, identifier: ']d2' })).toEqual([
      { ai: '01', title: 'GTIN', value: '09506000134352', date: null, amount: null, unit: null },
      { ai: '17', title: 'USE BY OR EXPIRY', value: '261231', date: '2026-12-31', amount: null, unit: null },
      { ai: '3103', title: 'NET WEIGHT (kg)', value: '001250', date: null, amount: 1.25, unit: 'KGM' },
      { ai: '10', title: 'BATCH/LOT', value: 'AB-12', date: null, amount: null, unit: null },
      { ai: '21', title: 'SERIAL', value: 'XYZ', date: null, amount: null, unit: null },
    ]);
  });

  test('with elements of every length, ended by a separator or by the end, in any order', async () => {
    const text = `10A${gs}${gs}1726123121XYZ${gs}0109506000134352${gs}37000012`;
    const elements = await parseGs1({ text, identifier: ']C1' });
    expect(elements?.map(({ ai, value }) => [ai, value])).toEqual([
      ['10', 'A'],
      ['17', '261231'],
      ['21', 'XYZ'],
      ['01', '09506000134352'],
      ['37', '000012'],
    ]);
  });

  test('may begin with the separator that some decoders make of the first FNC1', async () => {
    const elements = await parseGs1({ text: `${gs}0109506000134352`, identifier: '' });
    expect(elements).toMatchObject([{ ai: '01', value: '09506000134352' }]);
  });

  test.each([']C1', ']e0', ']d2', ']Q3', ']J1'])('is in a symbol with the identifier %s', async (identifier) => {
    expect(await parseGs1({ text: '0109506000134352', identifier })).toMatchObject([{ ai: '01' }]);
  });

  test.each([
    ['261200', '2026-12-31'],
    ['280229', '2028-02-29'],
    ['270229', null],
    ['261399', null],
    ['260000', null],
    ['261131', null],
    ['261199', null],
  ])('the day of %s is %s', async (value, date) => {
    expect(await parseGs1({ text: `17${value}`, identifier: ']C1' })).toMatchObject([{ ai: '17', value, date }]);
  });

  test('is read out of a real GS1 DataBar', async () => {
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    const scenes = [
      { symbology: 'databar_expanded', text: '(01)09506000134352(10)AB12', seconds: 0.1, size: 0.9 },
    ] as const;
    for await (const frame of cameraFrames({ width: 1280, height: 720, framesPerSecond: 10, scenes })) {
      const [code] = engine.decode(frame, { symbologies: ['databar_expanded'], harder: true });
      const elements = code && (await parseGs1(code));
      expect(elements?.map(({ ai, value }) => [ai, value])).toEqual([
        ['01', '09506000134352'],
        ['10', 'AB12'],
      ]);
    }
  });
});

describe('what is no GS1 code', () => {
  test.each([
    ['a symbol that says so', { text: '0109506000134352', identifier: ']C0' }],
    ['a text of no identifier', { text: 'TICKET-0001', identifier: '' }],
    ['nothing', { text: '', identifier: ']C1' }],
  ])('%s has no elements', async (_what, read) => {
    expect(await parseGs1(read)).toBeNull();
  });
});
