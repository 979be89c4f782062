import type { Settlement } from '../model/settlement.ts';

/** Returns a settlement that notes the builds of app and server where the server rejected the scan. */
export const withBuilds = (settlement: Settlement, builds: string): Settlement =>
  settlement.sync === 'quarantined' ? { ...settlement, rejectedBy: builds } : settlement;
