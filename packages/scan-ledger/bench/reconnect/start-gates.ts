import { createApiClient, postScans } from '@scantix/api-contract';
import { uuidv7 } from 'uuidv7';
import type { SignedIn } from '../domain.ts';
import { withToken } from '../with-token.ts';

const BUDGET_MS = 3_000;

/** One scan of a gate. */
export interface GateScan {
  /** When it was sent, on `performance.now()`. */
  readonly at: number;
  /** Until the answer. */
  readonly ms: number;
  /** Whether the server admitted it within the decision budget. */
  readonly decided: boolean;
}

/** Gates that scan once a second, whether or not the scan before was answered. */
export interface Gates {
  readonly scans: readonly GateScan[];
  /** Stops and waits for the answers that are due. */
  stop(): Promise<void>;
}

/** Starts a gate for each session. @param nextCode returns the code of a ticket that was not used yet */
export function startGates(origin: string, gates: readonly SignedIn[], nextCode: () => string): Gates {
  const scans: GateScan[] = [];
  const running = new Set<Promise<void>>();

  async function scan({ token, clerk, checkpointId }: SignedIn): Promise<void> {
    const api = createApiClient({ baseUrl: origin, fetch: withToken(token) });
    const at = performance.now();
    const body = {
      id: uuidv7(),
      barcode: nextCode(),
      ...({ symbology: 'qr_code', scan_method: 'camera', mode: 'entry' } as const),
      checkpoint_id: checkpointId,
      claimed_at: new Date().toISOString(),
      device_id: `gate-${gates.findIndex((gate) => gate.token === token)}`,
      claimed_by: clerk,
    };
    const outcome = await api.call(postScans, { body: { scans: [body] } });
    const ms = performance.now() - at;
    const admitted = outcome.ok && outcome.value.results[0]?.verdict?.outcome === 'accepted';
    scans.push({ at, ms, decided: admitted && ms <= BUDGET_MS });
  }

  const timers = gates.map((gate, index) =>
    setTimeout(
      () => {
        const press = () => {
          const ended = scan(gate).finally(() => running.delete(ended));
          running.add(ended);
        };
        press();
        timers[index] = setInterval(press, 1_000);
      },
      (index / gates.length) * 1_000,
    ),
  );
  return {
    scans,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
