import { expect, test } from 'vitest';
import type { Engine } from '../ports/engine.ts';
import { cameraFrames } from '../testing/index.ts';
import { createGreyDecoder } from './decoder.ts';
import { loadJsEngine } from './js-engine.ts';

test('a large still is read in JavaScript at a smaller size, its corners in its own pixels', async () => {
  const decoder = createGreyDecoder(await loadJsEngine(), { symbologies: ['qr_code'], maximumCodes: 1 });
  const size = { width: 2400, height: 1600 };
  for await (const frame of cameraFrames({ ...size, scenes: [{ symbology: 'qr_code', text: 'T-1', seconds: 0.05 }] })) {
    const never = () => Promise.reject(new Error('Nobody asks for the image itself.'));
    const found = await decoder.still({ grey: async () => frame, image: never });
    expect(found).toMatchObject({ codes: [{ text: 'T-1' }], ...size });
    const xs = found.codes[0]?.corners.map(({ x }) => x) ?? [];
    expect(Math.max(...xs)).toBeGreaterThan(1200);
    expect(Math.max(...xs)).toBeLessThan(2000);
  }
});

test.each(['wasm', 'js'] as const)(
  'a still image has as many codes as a frame may, and eight at least, by %s',
  async (name) => {
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    const decode: Engine['decode'] = (_, { maximumCodes }) =>
      Array.from({ length: maximumCodes ?? 0 }, (__, index) => ({
        ...{ symbology: 'qr_code', text: `T-${index}`, raw: Uint8Array.of(index), corners },
      })) as unknown as ReturnType<Engine['decode']>;
    const grey = async () => ({ data: new Uint8Array(4), width: 2, height: 2 });
    const image = () => Promise.reject(new Error('Nobody asks for the image itself.'));
    for (const [maximumCodes, found] of [
      [1, 8],
      [20, 20],
    ] as const) {
      const decoder = createGreyDecoder({ name, decode } as Engine, { symbologies: ['qr_code'], maximumCodes });
      expect((await decoder.still({ grey, image })).codes).toHaveLength(found);
    }
  },
);
