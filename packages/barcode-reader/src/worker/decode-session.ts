import { type Cascade, createCascade, decodeStill, scaleCode } from '../engine/cascade.ts';
import type { Engine, Luminance } from '../engine/engine.ts';
import { type EngineChoice, loadEngine } from '../engine/load-engine.ts';
import { BarcodeReaderError } from '../errors.ts';
import type { Symbology } from '../symbologies.ts';
import { requestSchema, type WorkerRequest, type WorkerResponse } from './messages.ts';
import { createFramePixels, readImagePixels } from './read-pixels.ts';

/** What the session needs of the world around it. */
export interface DecodeSessionOptions {
  readonly reply: (response: WorkerResponse, transfer: Transferable[]) => void;
  /** @default loadEngine */
  readonly load?: (choice: EngineChoice, wasm: { url: string }) => Promise<Engine>;
  /** A clock in milliseconds. @default performance.now */
  readonly now?: () => number;
}

type FailureCode = Extract<WorkerResponse, { type: 'failed' }>['code'];

/** The worker's side of the conversation: answers every request once, with codes or with why not. */
export function createDecodeSession({ reply, load = loadEngine, now = () => performance.now() }: DecodeSessionOptions) {
  const pixels = createFramePixels();
  let engine: Promise<Engine> | null = null;
  let symbologies: readonly Symbology[] = [];
  let cascade: Cascade | null = null;
  let turn: Promise<void> = Promise.resolve();

  function failed(id: number | null, error: unknown, fallback: FailureCode) {
    const known = BarcodeReaderError.isInstance(error) ? error : null;
    const code = isFailureCode(known?.code) ? known.code : fallback;
    reply({ type: 'failed', id, code, message: known?.message ?? 'The decoder broke down.' }, []);
  }

  async function theEngine(): Promise<Engine> {
    if (!engine) throw new BarcodeReaderError('worker-failed', 'The decoder has not been configured.');
    return engine;
  }

  function lookAt(decoder: Engine, picture: Luminance, video: { width: number; height: number }) {
    cascade ??= createCascade(decoder, symbologies);
    const codes = cascade.decode(picture);
    return codes.map((code) => scaleCode(code, video.width / picture.width, video.height / picture.height));
  }

  async function answer(request: WorkerRequest & { type: 'frame' | 'image' }): Promise<void> {
    try {
      const startedAt = now();
      const picture =
        request.type === 'frame' ? await pixels.read(request.source) : await readImagePixels(request.image);
      const decoder = await theEngine();
      const codes =
        request.type === 'frame' ? lookAt(decoder, picture, request) : decodeStill(decoder, picture, symbologies);
      const { name } = decoder;
      reply({ type: 'codes', id: request.id, codes, engine: name, decodeMs: now() - startedAt }, []);
    } catch (error) {
      failed(request.id, error, request.type === 'frame' ? 'invalid-frame' : 'invalid-image');
    }
  }

  return {
    /** Takes one message from the page; anything that is not a request is answered with a failure. */
    async receive(message: unknown): Promise<void> {
      const parsed = requestSchema.safeParse(message);
      if (!parsed.success) {
        failed(
          null,
          new BarcodeReaderError('worker-failed', 'The decoder got a message it does not know.'),
          'worker-failed',
        );
        return;
      }
      const request = parsed.data;
      switch (request.type) {
        case 'configure':
          symbologies = request.symbologies;
          cascade = null;
          engine = load(request.engine, { url: request.wasmUrl });
          await engine.then(
            (ready) => reply({ type: 'ready', engine: ready.name }, []),
            (error: unknown) => failed(null, error, 'engine-unavailable'),
          );
          return;
        case 'set-symbologies':
          symbologies = request.symbologies;
          cascade = null;
          return;
        case 'frame':
        case 'image':
          // One at a time: the pixels of a frame lie in a buffer that the next one reuses.
          turn = turn.then(() => answer(request));
          await turn;
      }
    },
  };
}

function isFailureCode(code: string | undefined): code is FailureCode {
  return (
    code === 'engine-unavailable' || code === 'invalid-frame' || code === 'invalid-image' || code === 'worker-failed'
  );
}
