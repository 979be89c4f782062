import type { ScanStore } from '../ports/scan-store.ts';

/** Returns the same store; each scan that is settled as rejected notes the builds of app and server. */
export function withBuilds(store: ScanStore, builds: () => string): ScanStore {
  return {
    ...store,
    settle: (settlements) =>
      store.settle(
        settlements.map((settlement) =>
          settlement.sync === 'quarantined' ? { ...settlement, rejectedBy: builds() } : settlement,
        ),
      ),
  };
}
