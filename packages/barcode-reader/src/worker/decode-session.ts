import type { Decoder, Picture, Wanted } from '../engine/decoder.ts';
import { type ChosenDecoder, createEngineLoader, type EngineChoice, type EngineLoader } from '../engine/load-engine.ts';
import { BarcodeReaderError } from '../model/errors.ts';
import { createQualityMeter } from '../quality/measure-quality.ts';
import type { EngineName } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import { createPictures } from './pictures.ts';
import { requestSchema, type WorkerRequest } from './requests.ts';
import type { WorkerResponse } from './responses.ts';

/** Options of a decode session. */
export interface DecodeSessionOptions {
  readonly reply: (response: WorkerResponse, transfer: Transferable[]) => void;
  /** @default createEngineLoader */
  readonly createLoader?: (wasm: { url: string }) => EngineLoader;
}

type FailureCode = Extract<WorkerResponse, { type: 'failed' }>['code'];

/** Creates the worker's side of the protocol: it answers every request once, with codes or with a failure. */
export function createDecodeSession(options: DecodeSessionOptions) {
  const { reply, createLoader = (wasm) => createEngineLoader({ wasm }) } = options;
  const pictures = createPictures();
  const meter = createQualityMeter();
  let loader: EngineLoader | null = null;
  let choice: EngineChoice = 'auto';
  let wanted: Wanted | null = null;
  let chosen: Promise<ChosenDecoder> | null = null;
  let queue: Promise<void> = Promise.resolve();

  function failed(id: number | null, error: unknown, fallback: FailureCode) {
    const known = BarcodeReaderError.isInstance(error) ? error : null;
    const code = isFailureCode(known?.code) ? known.code : fallback;
    reply({ type: 'failed', id, code, message: known?.message ?? 'The decoder failed.' }, []);
  }

  async function choose(next: Wanted): Promise<void> {
    if (!loader) return failed(null, notConfigured(), 'worker-failed');
    wanted = next;
    const choosing = loader.choose(choice, next);
    chosen = choosing;
    const outcome = await choosing.catch((error: unknown) => ({ error }));
    // Other symbologies were requested meanwhile; that request gets the answer.
    if (chosen !== choosing) return;
    if ('error' in outcome) return failed(null, outcome.error, 'engine-unavailable');
    reply({ type: 'ready', engine: outcome.decoder.name, probes: [...outcome.probes] }, []);
  }

  async function decodeStill(decoder: Decoder, picture: Picture) {
    const { codes, width, height } = await decoder.still(picture);
    // A large image was scaled down before it was decoded.
    const size = await picture.image();
    return { codes: codes.map((code) => scaleCode(code, size.width / width, size.height / height)), quality: null };
  }

  async function decodeFrame(decoder: Decoder, picture: Picture, video: { width: number; height: number }) {
    const { codes, width, height } = await decoder.frame(picture);
    return {
      codes: codes.map((code) => scaleCode(code, video.width / width, video.height / height)),
      quality: meter.measure(await picture.grey()),
    };
  }

  async function answer(request: WorkerRequest & { type: 'frame' | 'image' }): Promise<void> {
    const startedAt = performance.now();
    const picture = pictures.open(request.source);
    let decoder: Decoder | null = null;
    try {
      if (!chosen) throw notConfigured();
      ({ decoder } = await chosen);
      const { codes, quality } =
        request.type === 'image' ? await decodeStill(decoder, picture) : await decodeFrame(decoder, picture, request);
      const decodeMs = performance.now() - startedAt;
      reply({ type: 'codes', id: request.id, codes, engine: decoder.name, decodeMs, quality }, []);
    } catch (error) {
      const known = BarcodeReaderError.isInstance(error) ? error : null;
      // Without an id the whole worker has failed: it can read no later picture, or only another one can load the engine again.
      const isOver = known?.code === 'worker-failed' || known?.code === 'pixels-altered';
      const id = decoder && isOver ? null : request.id;
      failed(id, error, request.type === 'frame' ? 'invalid-frame' : 'invalid-image');
      if (decoder && known?.code === 'engine-unavailable') await chooseAnother(decoder.name, known.message);
    } finally {
      picture.close();
    }
  }

  async function chooseAnother(broken: EngineName, reason: string): Promise<void> {
    if (!loader || !wanted) return;
    loader.exclude(broken, reason);
    await choose(wanted);
  }

  return {
    /** Handles one message from the page; a message that is no request is answered with a failure. */
    async receive(message: unknown): Promise<void> {
      const parsed = requestSchema.safeParse(message);
      if (!parsed.success) {
        const unknown = new BarcodeReaderError('worker-failed', 'The decoder received an unknown message.');
        return failed(null, unknown, 'worker-failed');
      }
      const request = parsed.data;
      switch (request.type) {
        case 'configure':
          loader = createLoader({ url: request.wasmUrl });
          choice = request.engine;
          return choose(request);
        case 'want':
          return choose(request);
        case 'frame':
        case 'image':
          // One at a time: the next frame reuses the buffer with the pixels of this one.
          queue = queue.then(() => answer(request));
          await queue;
      }
    },
  };
}

function notConfigured(): BarcodeReaderError {
  return new BarcodeReaderError('worker-failed', 'The decoder has not been configured.');
}

function isFailureCode(code: string | undefined): code is FailureCode {
  return (
    code === 'engine-unavailable' ||
    code === 'invalid-frame' ||
    code === 'invalid-image' ||
    code === 'pixels-altered' ||
    code === 'worker-failed'
  );
}
