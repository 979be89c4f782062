import type { ScanMode } from '@scantix/api-contract';
import { createScanLedger, type LedgerScan, type ScanLedger } from '../../src/index.ts';
import type { ClerkEvent, DeviceEnd } from '../chaos/history.ts';
import type { SignedIn } from '../domain.ts';
import { connect } from './connect.ts';
import { deleteBeforeAnswer } from './delete-before-answer.ts';

/** One code that a visitor presents. */
export interface Presented {
  readonly barcode: string;
  readonly mode: ScanMode;
  /** Whether the clerk waits for the verdict before the next one. */
  readonly waits: boolean;
  /** Whether the clerk undoes the scan at once. */
  readonly undone: boolean;
}

/** The device, checkpoint and clerk of a tab. */
export interface Shift extends SignedIn {
  readonly device: string;
  /** The bug to plant: an outbox that deletes before the answer. */
  readonly deletesBeforeAnswer: boolean;
}

/** The calls of the run to a tab. */
export interface GatePage {
  /** Starts the ledger and refreshes its tickets, as far as the network allows. */
  start(shift: Shift): Promise<void>;
  /** Records and decides one code after the other, and reports each step. */
  work(codes: readonly Presented[]): Promise<void>;
  /** Sends until nothing waits or `limitMs` have passed; resolves to the content of this device. */
  finish(limitMs: number): Promise<Omit<DeviceEnd, 'device'>>;
}

declare global {
  var gate: GatePage;
  /** Reports what the clerk of this tab did or saw. */
  function report(event: ClerkEvent): Promise<void>;
}

let ledger: ScanLedger;
let shift: Shift;

function createLedger({ device, domain, clerk, token, checkpointId, deletesBeforeAnswer }: Shift): ScanLedger {
  const { transport, tickets } = connect({ baseUrl: `/${device}`, token });
  return createScanLedger({
    transport: {
      ...transport,
      async send(scans, options) {
        if (deletesBeforeAnswer) await deleteBeforeAnswer(scans.map(({ id }) => id));
        return transport.send(scans, options);
      },
    },
    tickets,
    owner: () => ({ domain, clerk }),
    checkpointId: () => checkpointId,
    deviceId: async () => device,
  });
}

/** Shows the verdict of one scan, and undoes it if asked. */
async function attend(id: string, undone: boolean): Promise<void> {
  const { device } = shift;
  const startedAt = performance.now();
  const verdict = await ledger.decide(id);
  await report({ kind: 'shown', device, id, verdict, tookMs: performance.now() - startedAt });
  if (!undone) return;
  const { ok } = await ledger.undo(id);
  if (ok) await report({ kind: 'undone', device, id });
}

globalThis.gate = {
  async start(given) {
    shift = given;
    ledger = createLedger(given);
    await ledger.start();
    await ledger.refreshTickets();
  },
  async work(codes) {
    const { device, domain, checkpointId } = shift;
    for (const { barcode, mode, waits, undone } of codes) {
      void report({ kind: 'begun', device, domain, barcode });
      const read = { barcode, mode, checkpointId, symbology: 'qr_code', scanMethod: 'camera' } as const;
      const result = await ledger.record(read).catch((cause: unknown) => cause);
      if (result instanceof Error) {
        await report({ kind: 'failed', device, code: `${result}` });
        continue;
      }
      const { scan } = result as LedgerScan;
      await report({ kind: 'recorded', device, domain, scan });
      const attended = attend(scan.id, undone);
      if (waits) await attended;
    }
  },
  async finish(limitMs) {
    const deadline = Date.now() + limitMs;
    const countWaiting = () => ledger.getSnapshot().waiting + ledger.getSnapshot().waitingUndos;
    await ledger.drain();
    while (countWaiting() > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ledger.drain();
    }
    const { conflicts } = await ledger.listDecisions();
    const log = await ledger.list({ limit: 1_000_000 });
    return { log, waiting: countWaiting(), conflicts: conflicts.map(({ id }) => id) };
  },
};
