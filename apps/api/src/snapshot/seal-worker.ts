import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { systemRandom } from '../system/random.ts';
import { compressSync } from './compress.ts';
import { type RowToSeal, sealLines } from './seal-lines.ts';

/** What the thread is asked for. */
export interface SealOrder {
  readonly id: number;
  readonly rows: readonly RowToSeal[];
  /** `lines`: each row as a line. `segment`: all lines as one compressed body. */
  readonly as: 'lines' | 'segment';
}

/** What it answers. */
export type SealAnswer = { readonly id: number } & (
  | { readonly lines: string[] }
  | { readonly sha256: Uint8Array; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
);

parentPort?.on('message', ({ id, rows, as }: SealOrder) => {
  try {
    const lines = sealLines(rows, systemRandom);
    if (as === 'lines') return answer({ id, lines });
    const text = Buffer.from(lines.join(''));
    answer({ id, sha256: createHash('sha256').update(text).digest(), body: new Uint8Array(compressSync(text)) });
  } catch (error) {
    answer({ id, problem: String(error) });
  }
});

function answer(message: SealAnswer): void {
  parentPort?.postMessage(message);
}
