import { randomBytes } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import type { Clock } from './clock.ts';

/** Returns `length` unpredictable bytes. */
export type Random = (length: number) => Uint8Array;

/** The operating system's random bytes. */
export const systemRandom: Random = (length) => randomBytes(length);

/** Creates a source of ids: UUIDv7, lower case, ascending within the process. */
export function createIdSource({ clock, random }: { clock: Clock; random: Random }): () => string {
  const generator = new V7Generator({ nextUint32: () => Buffer.from(random(4)).readUInt32LE() });
  return () => generator.generateOrResetCore(clock.now(), 10_000).toString();
}
