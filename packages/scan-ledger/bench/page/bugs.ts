import type { Scan } from '@scantix/api-contract';
import type { ScanLedgerOptions, ScanTransport } from '../../src/index.ts';
import { deleteBeforeAnswer } from './delete-before-answer.ts';

/** Longer than a busy machine takes from the record to the decision, which the server could answer first. */
const ASKS_AFTER_MS = 5_000;

/** A bug that a tab may have, to prove that the history check finds it. */
export type Bug = 'none' | 'deletes before the answer' | 'sends twice' | 'decides alone';

/** The ledger's options with a bug. */
export function withBug(bug: Bug, options: ScanLedgerOptions): ScanLedgerOptions {
  const { transport } = options;
  switch (bug) {
    case 'none':
      return options;
    case 'deletes before the answer':
      return {
        ...options,
        transport: { ...transport, send: (scans, calls) => deleteThenSend(transport, scans, calls) },
      };
    case 'sends twice':
      return { ...options, transport: { ...transport, send: (scans, calls) => sendTwice(transport, scans, calls) } };
    case 'decides alone':
      return {
        ...options,
        decisionBudgetMs: 0,
        transport: { ...transport, send: (scans, calls) => sendLate(transport, scans, calls) },
      };
  }
}

async function deleteThenSend(transport: ScanTransport, ...[scans, calls]: Parameters<ScanTransport['send']>) {
  await deleteBeforeAnswer(scans.map(({ id }) => id));
  return transport.send(scans, calls);
}

async function sendLate(transport: ScanTransport, ...[scans, calls]: Parameters<ScanTransport['send']>) {
  await new Promise((resolve) => setTimeout(resolve, ASKS_AFTER_MS));
  return transport.send(scans, calls);
}

/** Under another id the server takes a scan for another one. */
async function sendTwice(transport: ScanTransport, ...[scans, calls]: Parameters<ScanTransport['send']>) {
  const last = (id: string) => (Number.parseInt(id.slice(-1), 16) ^ 1).toString(16);
  const twins = scans.map((scan): Scan => ({ ...scan, id: scan.id.slice(0, -1) + last(scan.id) }));
  await transport.send(twins, calls);
  return transport.send(scans, calls);
}
