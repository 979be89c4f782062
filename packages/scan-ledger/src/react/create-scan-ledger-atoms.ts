import { atom } from 'jotai';
import type { ScanLedger } from '../index.ts';

export function createScanLedgerAtoms(scanLedger: ScanLedger) {
  return { nameAtom: atom(() => scanLedger.name) };
}
