import { expect, test } from 'vitest';
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
