import { createStore } from 'jotai';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { createBarcodeReaderAtoms, createCameraAtoms } from '../atoms/index.ts';
import { type BarcodeRead, createBarcodeReader, createCamera } from '../index.ts';
import { type CameraFrame, cameraFrames, playFrames } from '../testing/index.ts';
import { BarcodeViewfinder } from './index.ts';

const wasmUrl = new URL('../../zxing_reader.wasm', import.meta.url).href;
const createWorker = () => new Worker(new URL('../worker/barcode-worker.ts', import.meta.url), { type: 'module' });

const cleanUp: (() => void)[] = [];
afterEach(async () => {
  await cleanup();
  for (const step of cleanUp.splice(0).reverse()) step();
});

async function setUp() {
  const frames: CameraFrame[] = [];
  const scenes = [{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 0.5, motion: 40 }] as const;
  for await (const frame of cameraFrames({ scenes })) frames.push(frame);
  let requests = 0;
  const camera = createCamera({
    mediaDevices: {
      async getUserMedia() {
        requests++;
        const { stream, stop } = playFrames(frames);
        cleanUp.push(stop);
        return stream;
      },
      enumerateDevices: async () => [],
    },
  });
  const reader = createBarcodeReader({ createWorker, wasmUrl });
  reader.start();
  cleanUp.push(() => reader.stop());
  return { camera, reader, requests: () => requests };
}

test('in StrictMode it asks for the camera once, reads what is held up, and closes when it goes', async () => {
  const { camera, reader, requests } = await setUp();
  const reads: BarcodeRead[] = [];
  const view = await render(
    <StrictMode>
      <BarcodeViewfinder
        camera={camera}
        reader={reader}
        onRead={(read) => reads.push(read)}
        overlay={<p>Hold still</p>}
      />
    </StrictMode>,
  );
  await expect.element(view.getByText('Hold still')).toBeInTheDocument();
  await vi.waitFor(() => expect(reads).toMatchObject([{ text: 'TICKET-0001' }]), { timeout: 20_000 });
  expect(requests()).toBe(1);
  await view.unmount();
  expect(camera.getSnapshot()).toEqual({ status: 'idle' });
});

test('while paused it shows and reads nothing; with keepCameraOpen the camera stays open', async () => {
  const { camera, reader } = await setUp();
  const onRead = vi.fn();
  const onFrame = vi.fn();
  const finder = (paused: boolean) => (
    <BarcodeViewfinder
      camera={camera}
      reader={reader}
      onRead={onRead}
      onFrame={onFrame}
      paused={paused}
      keepCameraOpen
      overlay={(state) => <p>{state.status}</p>}
    />
  );
  const view = await render(finder(true));
  await expect.element(view.getByText('live')).toBeInTheDocument();
  const video = view.getByLabelText('Camera').element() as HTMLVideoElement;
  await vi.waitFor(() => expect(video.videoWidth).toBe(640), { timeout: 5000 });
  await vi.waitFor(() => expect(reader.getSnapshot().status).toBe('ready'), { timeout: 20_000 });
  // Three more pictures are shown, and none of them is decoded.
  for (let count = 0; count < 3; count++) await new Promise((done) => video.requestVideoFrameCallback(done));
  expect(onFrame).not.toHaveBeenCalled();
  await view.rerender(finder(false));
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  await view.unmount();
  expect(camera.getSnapshot().status).toBe('live');
  camera.close();
});

test('a pause that is known before the next rendering takes effect with the next frame', async () => {
  const { camera, reader } = await setUp();
  let isPaused = false;
  const onRead = vi.fn(() => {
    isPaused = true;
  });
  const onFrame = vi.fn();
  await render(
    <BarcodeViewfinder camera={camera} reader={reader} onRead={onRead} onFrame={onFrame} paused={() => isPaused} />,
  );
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  const frames = onFrame.mock.calls.length;
  const video = document.querySelector('video');
  for (let count = 0; count < 3; count++) await new Promise((done) => video?.requestVideoFrameCallback(done));
  expect(onFrame).toHaveBeenCalledTimes(frames);
});

test('deciding meanwhile that the camera outlives it asks for no second one', async () => {
  const { camera, reader, requests } = await setUp();
  const finder = (keepCameraOpen: boolean) => (
    <BarcodeViewfinder camera={camera} reader={reader} onRead={() => {}} keepCameraOpen={keepCameraOpen} />
  );
  const view = await render(finder(false));
  await vi.waitFor(() => expect(camera.getSnapshot().status).toBe('live'));
  await view.rerender(finder(true));
  expect(requests()).toBe(1);
  await view.unmount();
  expect(camera.getSnapshot().status).toBe('live');
  camera.close();
});

test('atoms follow the camera and the reader, and act on them', async () => {
  const { camera, reader } = await setUp();
  const store = createStore();
  const { cameraAtom, openCameraAtom, closeCameraAtom } = createCameraAtoms(camera);
  const { barcodeReaderAtom } = createBarcodeReaderAtoms(reader);
  store.sub(cameraAtom, () => {});
  store.sub(barcodeReaderAtom, () => {});
  expect(store.get(cameraAtom)).toEqual({ status: 'idle' });
  await store.set(openCameraAtom);
  expect(store.get(cameraAtom)).toMatchObject({ status: 'live', torchOn: false });
  store.set(closeCameraAtom);
  expect(store.get(cameraAtom)).toEqual({ status: 'idle' });
  await vi.waitFor(() => expect(store.get(barcodeReaderAtom)).toMatchObject({ status: 'ready', engine: 'wasm' }), {
    timeout: 20_000,
  });
});
