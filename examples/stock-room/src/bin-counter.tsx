import { type BarcodeRead, createBarcodeReader, createCamera } from '@scantix/barcode-reader';
import { BarcodeViewfinder } from '@scantix/barcode-reader/react';
import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';
import { useState } from 'react';
import { analytics } from './analytics.ts';
import { countBin } from './count-bin.ts';
import { api } from './session.ts';

const camera = createCamera();
const reader = createBarcodeReader({ createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl });
reader.start();

export function BinCounter() {
  const [message, setMessage] = useState('Point at the code of a bin');

  async function count({ text }: BarcodeRead) {
    const counted = await api.call(countBin, { params: { id: text } });
    if (!counted.ok) return setMessage('Not counted. Point at the code again.');
    const { id, items } = counted.value;
    analytics.log({ name: 'bin_counted', category: 'user_action', module: 'bins', properties: { id, items } });
    setMessage(`Bin ${id}: ${items}`);
  }

  return <BarcodeViewfinder camera={camera} reader={reader} onRead={count} overlay={<output>{message}</output>} />;
}
