'use client';

import { Everything } from '../everything.tsx';

/** The two files of the reader are copied to `public`, which Next.js serves as they are. */
const createWorker = () => new Worker('/barcode-worker.js');

export function EverythingInNext() {
  return <Everything createWorker={createWorker} wasmUrl="/zxing_reader.wasm" pictureUrl="/code.png" />;
}
