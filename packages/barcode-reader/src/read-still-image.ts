import { untilAborted } from '@scantix/runtime-utils';
import { releaseImage, type StillImage, takeImage } from './frames/image-source.ts';
import { abortedError, BarcodeReaderError, throwIfAborted } from './model/errors.ts';
import type { Clock } from './ports/clock.ts';
import type { BarcodeRead } from './reads/barcode-read.ts';
import type { WorkerClient } from './worker/worker-client.ts';

/** What reading an image needs. */
export interface ReadStillImageOptions {
  readonly client: WorkerClient;
  readonly clock: Clock;
}

/** Creates the function that reads still images: it passes each to the worker, and releases it if the read fails. */
export function createStillImageReader({ client, clock }: ReadStillImageOptions) {
  async function read(image: StillImage, signal: AbortSignal | undefined): Promise<BarcodeRead[]> {
    const startedAt = clock.now();
    const taking = takeImage(image);
    // A file is posted synchronously, so that stopping the reader right after rejects this read.
    const taken = taking instanceof Promise ? await taking : taking;
    if (signal?.aborted) {
      releaseImage(taken);
      throw abortedError(signal);
    }
    const { source, transfer } = taken;
    const answer = await client
      .request((id) => ({ type: 'image', id, source }), transfer)
      .catch((error: BarcodeReaderError) => {
        releaseImage(taken);
        if (error.code !== 'invalid-frame') throw error;
        throw new BarcodeReaderError('invalid-image', 'This is not an image that can be read.', { cause: error });
      });
    const elapsedMs = clock.now() - startedAt;
    return answer.codes.map((code) => ({ ...code, engine: answer.engine, frames: 1, elapsedMs }));
  }

  return async (image: StillImage, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<BarcodeRead[]> => {
    throwIfAborted(signal);
    return untilAborted(read(image, signal), signal).catch((error: unknown) => {
      throw signal?.aborted ? abortedError(signal) : error;
    });
  };
}
