import { atom } from 'jotai';
import type { ScanLedger } from '../index.ts';

/** Creates read-only jotai atoms over the state of the ledger. */
export function createScanLedgerAtoms(ledger: ScanLedger) {
  const stateAtom = atom(ledger.getSnapshot());
  stateAtom.debugLabel = 'scan-ledger/state';
  stateAtom.onMount = (set) => {
    // The state may have changed before the mount.
    set(ledger.getSnapshot());
    return ledger.subscribe(() => set(ledger.getSnapshot()));
  };
  const ledgerAtom = atom((get) => get(stateAtom));
  ledgerAtom.debugLabel = 'scan-ledger/ledger';
  const waitingAtom = atom((get) => get(ledgerAtom).waiting);
  waitingAtom.debugLabel = 'scan-ledger/waiting';
  /** The tickets on this device. */
  const ticketsAtom = atom((get) => get(ledgerAtom).tickets);
  ticketsAtom.debugLabel = 'scan-ledger/tickets';
  /** Number of conflicts and scans in quarantine that wait for a person. */
  const decisionsAtom = atom((get) => get(ledgerAtom).conflicts + get(ledgerAtom).quarantined);
  decisionsAtom.debugLabel = 'scan-ledger/decisions';
  return { ledgerAtom, waitingAtom, ticketsAtom, decisionsAtom };
}
