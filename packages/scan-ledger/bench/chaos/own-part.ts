import type { History } from './history.ts';

type Stored = Pick<History, 'scans' | 'tickets' | 'conflicts' | 'undos'>;

/** The part of the database's content that some devices made, with the tickets of some prefixes. */
export function createOwnPart(stored: Stored, devices: readonly string[], prefixes: readonly string[]): Stored {
  const scans = stored.scans.filter(({ device }) => devices.includes(device));
  const ids = new Set(scans.map(({ id }) => id));
  return {
    scans,
    tickets: stored.tickets.filter(({ barcode }) => prefixes.some((prefix) => barcode.startsWith(`${prefix}-`))),
    conflicts: stored.conflicts.filter(({ scanId }) => ids.has(scanId)),
    undos: stored.undos.filter(({ scanId }) => ids.has(scanId)),
  };
}
