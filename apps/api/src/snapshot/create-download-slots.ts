import type { Context } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';

/** Lets a limited number of downloads run at once in this process. */
export interface DownloadSlots {
  /**
   * Runs a download. Its slot is free again when the last byte is sent, or the caller has gone.
   * @throws ApiError `unavailable` with a delay, while none is left for the clerk
   */
  run(context: Context<AppEnv>, download: (caller: Caller) => Promise<Response>): Promise<Response>;
}

/** Who downloads. */
export interface Caller {
  /** @throws ApiError if the caller no longer listens, so that nothing more is done for it */
  assertListening(): void;
}

/** How long a caller waits for its turn, in milliseconds: the shortest time, and what chance adds. */
const RETRY_AFTER_MS = { least: 500, more: 1_500 };

/** A caller that has not taken its answer by then has given up, or is frozen. */
const SEND_LIMIT_MS = 90_000;

/**
 * Creates slots, all of them free. A clerk gets one while more are free than the clerk has: whoever reads many answers slowly
 * leaves some for others.
 * @param random jitter: 0 to 1
 */
export function createDownloadSlots({ atOnce, random }: { atOnce: number; random: () => number }): DownloadSlots {
  /** The ids of clerks, by their answers. */
  const taken = new Map<object, string>();
  return {
    async run(context, download) {
      const { id } = context.get('clerk');
      const own = [...taken.values()].filter((one) => one === id).length;
      if (own >= atOnce - taken.size) {
        const retryAfterMs = Math.round(RETRY_AFTER_MS.least + RETRY_AFTER_MS.more * random());
        throw new ApiError('unavailable', 'Many devices are downloading: wait for a moment', { retryAfterMs });
      }
      const { outgoing } = context.env;
      taken.set(outgoing, id);
      const free = () => taken.delete(outgoing);
      const assertListening = () => {
        if (outgoing.destroyed) throw new ApiError('unavailable', 'The caller has gone');
      };
      if (outgoing.destroyed) free();
      else {
        const limit = setTimeout(() => {
          outgoing.destroy();
          // An answer that never got its connection does not close.
          free();
        }, SEND_LIMIT_MS);
        outgoing.once('close', () => {
          clearTimeout(limit);
          free();
        });
      }
      assertListening();
      return download({ assertListening });
    },
  };
}
