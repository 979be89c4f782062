import { atom } from 'jotai';
import type { ScanLedger } from '../index.ts';

/** The ledger as jotai atoms, all read-only: its state, and the parts of it that views show. */
export function createScanLedgerAtoms(ledger: ScanLedger) {
  const stateAtom = atom(ledger.getSnapshot());
  stateAtom.debugLabel = 'scan-ledger/state';
  stateAtom.onMount = (set) => {
    // What changed before the mount was not heard.
    set(ledger.getSnapshot());
    return ledger.subscribe(() => set(ledger.getSnapshot()));
  };
  const ledgerAtom = atom((get) => get(stateAtom));
  ledgerAtom.debugLabel = 'scan-ledger/ledger';
  const waitingAtom = atom((get) => get(ledgerAtom).waiting);
  waitingAtom.debugLabel = 'scan-ledger/waiting';
  /** The tickets of this device. */
  const ticketsAtom = atom((get) => get(ledgerAtom).tickets);
  ticketsAtom.debugLabel = 'scan-ledger/tickets';
  /** How many conflicts and scans in quarantine wait for a person. */
  const decisionsAtom = atom((get) => get(ledgerAtom).conflicts + get(ledgerAtom).quarantined);
  decisionsAtom.debugLabel = 'scan-ledger/decisions';
  return { ledgerAtom, waitingAtom, ticketsAtom, decisionsAtom };
}
