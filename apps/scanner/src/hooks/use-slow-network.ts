import { useSyncExternalStore } from 'react';
import type { NetworkSpeed } from '../metrics/create-network-speed.ts';

const followNothing = () => () => {};

/** A round trip in milliseconds while the network is slow, else `null`; `null` where nobody measures. */
export function useSlowNetwork(speed: NetworkSpeed | null): number | null {
  return useSyncExternalStore(speed?.subscribe ?? followNothing, () => speed?.getSlowMs() ?? null);
}
