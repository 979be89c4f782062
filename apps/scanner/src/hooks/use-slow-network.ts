import type { NetworkSpeed } from '@scantix/analytics-logger/metrics';
import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** The round-trip time in milliseconds while the network is slow; `null` if it is fast or not measured. */
export function useSlowNetwork(speed: NetworkSpeed | null): number | null {
  return useSyncExternalStore(speed?.subscribe ?? subscribeToNothing, () => speed?.getSlowMs() ?? null);
}
