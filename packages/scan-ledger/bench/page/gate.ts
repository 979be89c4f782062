import type { ScanMode } from '@scantix/api-contract';
import { createScanLedger, type LedgerScan, type ScanLedger } from '../../src/index.ts';
import type { DeviceEnd, Told } from '../chaos/history.ts';
import type { SignedIn } from '../domain.ts';
import { connect } from './connect.ts';
import { deleteBeforeAnswer } from './delete-before-answer.ts';

/** One code that is held out to the clerk. */
export interface Presented {
  readonly barcode: string;
  readonly mode: ScanMode;
  /** Whether the clerk waits for the verdict before the next one. */
  readonly waits: boolean;
  /** Whether the clerk takes it back at once. */
  readonly takenBack: boolean;
}

/** Where and for whom a tab works. */
export interface Shift extends SignedIn {
  readonly device: string;
  /** The bug to plant: an outbox that deletes before the answer. */
  readonly deletesBeforeAnswer: boolean;
}

/** What the run asks of a tab. */
export interface GatePage {
  /** Opens the ledger and brings its tickets up to date, as far as the network lets it. */
  start(shift: Shift): Promise<void>;
  /** Records and decides, one after the other, and tells each step. */
  work(codes: readonly Presented[]): Promise<void>;
  /** Sends until nothing waits or `limitMs` have passed; resolves to what this device holds. */
  finish(limitMs: number): Promise<Omit<DeviceEnd, 'device'>>;
}

declare global {
  var gate: GatePage;
  /** Tells what the clerk of this tab has been told. */
  function tell(told: Told): Promise<void>;
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

/** What a clerk sees of one scan, and takes back. */
async function attend(id: string, takenBack: boolean): Promise<void> {
  const { device } = shift;
  const verdict = await ledger.decide(id);
  await tell({ kind: 'shown', device, id, verdict });
  if (!takenBack) return;
  const { ok } = await ledger.undo(id);
  if (ok) await tell({ kind: 'undone', device, id });
}

globalThis.gate = {
  async start(given) {
    shift = given;
    ledger = createLedger(given);
    await ledger.start();
    await ledger.refreshTickets();
  },
  async work(codes) {
    const { device, checkpointId } = shift;
    for (const { barcode, mode, waits, takenBack } of codes) {
      void tell({ kind: 'begun', device, barcode });
      const read = { barcode, mode, checkpointId, symbology: 'qr_code', scanMethod: 'camera' } as const;
      const kept = await ledger.record(read).catch((cause: unknown) => cause);
      if (kept instanceof Error) {
        await tell({ kind: 'failed', device, code: `${kept}` });
        continue;
      }
      const { scan } = kept as LedgerScan;
      await tell({ kind: 'recorded', device, scan });
      const attended = attend(scan.id, takenBack);
      if (waits) await attended;
    }
  },
  async finish(limitMs) {
    const giveUpAt = Date.now() + limitMs;
    const countWaiting = () => ledger.getSnapshot().waiting + ledger.getSnapshot().waitingUndos;
    await ledger.drain();
    while (countWaiting() > 0 && Date.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ledger.drain();
    }
    const { conflicts } = await ledger.listDecisions();
    const log = await ledger.list({ limit: 1_000_000 });
    return { log, waiting: countWaiting(), conflicts: conflicts.map(({ id }) => id) };
  },
};
