import * as z from 'zod/mini';
import { symbologies } from '../model/symbologies.ts';
import { engineNames } from '../reads/barcode-read.ts';

const point = z.object({ x: z.number(), y: z.number() });
const decodedCode = z.object({
  text: z.string(),
  raw: z.instanceof(Uint8Array),
  symbology: z.enum(symbologies),
  identifier: z.string(),
  corners: z.tuple([point, point, point, point]),
});

const engineProbe = z.object({
  engine: z.enum(engineNames),
  chosen: z.boolean(),
  reason: z.string(),
  ms: z.number(),
});

const quality = z.object({
  sharpness: z.number(),
  brightness: z.number(),
  glare: z.number(),
  motion: z.number(),
  pixelsPerModule: z.nullable(z.number()),
});

/** A message from the worker to the page. */
export const responseSchema = z.union([
  z.object({ type: z.literal('ready'), engine: z.enum(engineNames), probes: z.array(engineProbe) }),
  z.object({
    type: z.literal('codes'),
    id: z.int(),
    codes: z.array(decodedCode),
    engine: z.enum(engineNames),
    decodeMs: z.number(),
    /** The quality of the frame; `null` for a still image. */
    quality: z.nullable(quality),
  }),
  z.object({
    type: z.literal('failed'),
    /** The request that failed; `null` when the worker itself cannot work. */
    id: z.nullable(z.int()),
    code: z.enum(['engine-unavailable', 'invalid-frame', 'invalid-image', 'pixels-altered', 'worker-failed']),
    message: z.string(),
  }),
]);

/** A message from the worker to the page. */
export type WorkerResponse = z.infer<typeof responseSchema>;
