import { createCascade } from '../../src/cascade/cascade.ts';
import { decodeStill } from '../../src/cascade/decode-still.ts';
import { loadWasmEngine } from '../../src/engine/wasm-engine.ts';
import { createAgreement } from '../../src/reads/agreement.ts';
import { readWasmBytes } from '../../src/testing/wasm-bytes.ts';
import { asked } from './decode-case.ts';
import type { Reader } from './readers.ts';

/** This package without worker and page: the cascade, and two agreeing frames where a check is weak. */
export async function loadOurs(): Promise<{ frames: Reader; still: Reader }> {
  const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
  let cascade = createCascade(engine, asked);
  let agreement = createAgreement();
  let frame = 0;
  return {
    frames: {
      name: 'scantix',
      begin() {
        cascade = createCascade(engine, asked);
        agreement = createAgreement();
        frame = 0;
      },
      read(picture) {
        const codes = cascade.decode(picture);
        return agreement.observe(codes, (frame++ * 1000) / 15).map(({ code }) => code.text);
      },
    },
    still: {
      name: 'scantix',
      begin() {},
      read: (picture) => decodeStill(engine, picture, asked, 1).map(({ text }) => text),
    },
  };
}
