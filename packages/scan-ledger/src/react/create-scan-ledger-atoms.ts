import { atom } from 'jotai';
import type { ScanLedger } from '../index.ts';

/** The ledger as jotai atoms, both read-only: its state, and how many scans wait. */
export function createScanLedgerAtoms(ledger: ScanLedger) {
  const snapshotAtom = atom(ledger.getSnapshot());
  snapshotAtom.debugLabel = 'scan-ledger/snapshot';
  snapshotAtom.onMount = (set) => {
    // What changed before the mount was not heard.
    set(ledger.getSnapshot());
    return ledger.subscribe(() => set(ledger.getSnapshot()));
  };
  const ledgerAtom = atom((get) => get(snapshotAtom));
  ledgerAtom.debugLabel = 'scan-ledger/ledger';
  const waitingAtom = atom((get) => get(ledgerAtom).waiting);
  waitingAtom.debugLabel = 'scan-ledger/waiting';
  return { ledgerAtom, waitingAtom };
}
