import { whenPainted, withinTime } from '@scantix/runtime-utils';
import type { Said } from './auth-calls.ts';
import type { DeviceKeyOptions } from './device-key.ts';
import { toEvent } from './log-sink.ts';
import type { ServerOffer } from './rotation-record.ts';

/** The key's storage can hang for good. */
const PROOF_TIMEOUT_MS = 3_000;

/** What binds a session to its device, at servers that say that they take it. A server of another maker sees none of it. */
export interface DeviceBinding {
  /** What the answer offers; undefined: nothing. */
  readOffer(said: Said): ServerOffer | undefined;
  /** The proof for a refresh token; null: this browser has no key for the server. @throws what the key's storage throws */
  prove(refreshToken: string): Promise<string | null>;
  /** Registers the key in the background, if the answer asks for that. A failure leaves the session without a key. */
  register(said: Said, accessToken: string, ended: AbortSignal): void;
  /** Sends the sign-outs that wait, and loads what the next proof needs. Never rejects. */
  deliver(): Promise<void>;
}

/** `load` gets the code of the key and of the sign-outs that wait when it is first needed. */
export function createDeviceBinding(options: DeviceKeyOptions, load = () => import('./device-key.ts')): DeviceBinding {
  const { baseUrl, clock, log, vault } = options;

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.log(toEvent(name, 'info', { error: String(error) }));
    }
  }

  return {
    readOffer({ ofKey, handle }) {
      const takesProofs = ofKey === 'register';
      return takesProofs || handle !== null ? { server: baseUrl, takesProofs, handle } : undefined;
    },
    prove: (refreshToken) =>
      withinTime(
        load().then(({ proveRefresh }) => proveRefresh(options, refreshToken)),
        {
          timeoutMs: PROOF_TIMEOUT_MS,
          onTimeout: () => {
            throw new Error('The device key was not read in time');
          },
          clock,
        },
      ),
    register({ ofKey }, accessToken, ended) {
      if (ofKey !== 'register') return;
      void attempt('device-key-not-registered', async () => (await load()).registerKey(options, accessToken, ended));
    },
    deliver: () =>
      attempt('revocations-not-sent', async () => {
        await whenPainted();
        const { offer, revocations = [] } = (await vault.readRecord()) ?? {};
        if (!offer && revocations.length === 0) return;
        // For an offer alone, too: by the time of the next proof the network may be gone, and the code with it.
        const { sendRevocations } = await load();
        if (revocations.length > 0) await sendRevocations(options, revocations);
      }),
  };
}
