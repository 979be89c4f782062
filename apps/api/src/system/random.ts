import { randomBytes } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import type { Clock } from './clock.ts';

/** Returns `length` unpredictable bytes. */
export type Random = (length: number) => Uint8Array;

const POOL_BYTES = 4_096;
/** The most bytes that come from the pool: the parts of an id, of which each request has several. */
const POOLED_BYTES = 4;
let pool = Buffer.alloc(0);

/** The operating system's random bytes. A few of them come from one call for many; no byte is given twice. */
export const systemRandom: Random = (length) => {
  if (length > POOLED_BYTES) return randomBytes(length);
  if (pool.length < length) pool = randomBytes(POOL_BYTES);
  const bytes = pool.subarray(0, length);
  pool = pool.subarray(length);
  return bytes;
};

/** Creates a source of ids: UUIDv7, lower case, ascending within the process. */
export function createIdSource({ clock, random }: { clock: Clock; random: Random }): () => string {
  const generator = new V7Generator({ nextUint32: () => Buffer.from(random(4)).readUInt32LE() });
  return () => generator.generateOrResetCore(clock.now(), 10_000).toString();
}
