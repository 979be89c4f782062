import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { type BarcodeReader, createBarcodeReader } from '../index.ts';
import { type ReadingOptions, useReading } from './index.ts';

afterEach(cleanup);

function View({ reader, ...options }: ReadingOptions & { readonly reader: BarcodeReader }) {
  useReading(reader, options);
  return null;
}

test('a reader starts with what the component looks for, and follows it', async () => {
  const posted: unknown[] = [];
  const worker = { postMessage: (message: unknown) => posted.push(message), addEventListener() {}, terminate() {} };
  const reader = createBarcodeReader({ createWorker: () => worker, wasmUrl: '/decoder.wasm' });
  const view = await render(<View reader={reader} symbologies={['aztec']} maximumCodes={4} />, { wrapper: StrictMode });
  const wanted = { symbologies: ['aztec'], maximumCodes: 4 };
  expect(posted).toMatchObject([
    { type: 'configure', ...wanted },
    { type: 'configure', ...wanted },
  ]);
  await view.rerender(<View reader={reader} symbologies={['aztec', 'itf']} maximumCodes={4} />);
  expect(posted.slice(2)).toEqual([{ type: 'want', symbologies: ['aztec', 'itf'], maximumCodes: 4 }]);
  await view.unmount();
  expect(reader.getSnapshot()).toEqual({ status: 'stopped' });
});
