import * as z from 'zod/mini';
import { symbologies } from '../model/symbologies.ts';
import { engineNames } from '../reads/barcode-read.ts';

const symbologyList = z.array(z.enum(symbologies));
const size = z.int().check(z.positive());

/** A frame as it is posted to the worker, in the cheapest form that the browser has. */
const frameSources = [
  z.object({ kind: z.literal('video-frame'), frame: z.custom<VideoFrame>((value) => isObject(value, 'copyTo')) }),
  z.object({ kind: z.literal('bitmap'), bitmap: z.custom<ImageBitmap>((value) => isObject(value, 'close')) }),
  z.object({ kind: z.literal('pixels'), pixels: z.instanceof(ArrayBuffer), width: size, height: size }),
] as const;
const frameSource = z.discriminatedUnion('kind', frameSources);

/** A still image as it is posted: in a form of a frame, or as a file. */
const imageSource = z.discriminatedUnion('kind', [
  ...frameSources,
  z.object({ kind: z.literal('blob'), blob: z.instanceof(Blob) }),
]);

const wanted = { symbologies: symbologyList, maximumCodes: z.int().check(z.minimum(1), z.maximum(255)) };

/** A message from the page to the worker. */
export const requestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('configure'),
    wasmUrl: z.string(),
    engine: z.enum([...engineNames, 'auto']),
    ...wanted,
  }),
  z.object({ type: z.literal('want'), ...wanted }),
  z.object({ type: z.literal('frame'), id: z.int(), width: size, height: size, source: frameSource }),
  z.object({ type: z.literal('image'), id: z.int(), source: imageSource }),
]);

/** A message from the page to the worker. */
export type WorkerRequest = z.infer<typeof requestSchema>;
/** A frame as it is posted to the worker. */
export type FrameSource = z.infer<typeof frameSource>;
/** A still image as it is posted to the worker. */
export type ImageSource = z.infer<typeof imageSource>;

function isObject(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && method in value;
}
