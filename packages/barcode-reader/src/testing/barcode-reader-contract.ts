import { testFailures } from './contract-failure-tests.ts';
import { type ContractRunner, createContractHarness, type OpenReader } from './contract-harness.ts';
import { testImages } from './contract-image-tests.ts';
import { testVideos } from './contract-video-tests.ts';

/**
 * The guarantees of every engine as tests for a browser: codes in files, pixels, canvases, bitmaps and video frames,
 * several in one picture, control characters, and typed errors for broken, empty and aborted reads.
 *
 * @example
 * barcodeReaderContract({ test, equal: (a, b) => expect(a).toEqual(b), ok: (it, why) => expect(it, why).toBe(true) }, open);
 */
export function barcodeReaderContract(runner: ContractRunner, open: OpenReader): void {
  const harness = createContractHarness(runner, open);
  testImages(harness);
  testVideos(harness);
  testFailures(harness);
}
