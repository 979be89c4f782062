import { useSyncExternalStore } from 'react';
import { browserNetwork } from '../browser/network.ts';

/** Whether the browser believes in a network. `false` is certain, `true` is not. */
export function useOnline(network = browserNetwork): boolean {
  return useSyncExternalStore(network.subscribe, network.isOnline);
}
