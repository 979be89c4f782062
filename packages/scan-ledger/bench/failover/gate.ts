import { setTimeout as sleep } from 'node:timers/promises';
import { postScans } from '@scantix/api-contract';
import { IDBFactory } from 'fake-indexeddb';
import { createScanLedger } from '../../src/index.ts';
import { createMemoryNote } from '../../src/testing/create-memory-note.ts';
import type { ClerkEvent, DeviceEnd } from '../chaos/history.ts';
import type { SignedIn } from '../domain.ts';
import { connect } from '../page/connect.ts';
import type { Presented } from '../page/gate.ts';
import type { Acknowledged } from './find-forgotten.ts';

/** A scan for each visitor. */
const LEAST_PAUSE_MS = 300;
const MORE_PAUSE_MS = 600;
/** Longer than the longest delay of a retry. */
const END_LIMIT_MS = 180_000;

const STORAGE_LIMIT_MS = 60_000;

/** A clerk at a device with the ledger of the app, who scans without end. */
export interface Gate {
  /** Stops scanning. Resolves when all that waits has been sent, or after three minutes. */
  finish(): Promise<DeviceEnd>;
}

export interface GateOptions {
  readonly device: string;
  readonly origin: string;
  readonly session: SignedIn;
  readonly nextCode: () => Presented;
  readonly random: () => number;
  readonly onEvent: (event: ClerkEvent) => void;
  /** Called for each scan that the server says it has recorded. */
  readonly onAcknowledged: (scan: Acknowledged) => void;
}

export async function openGate(options: GateOptions): Promise<Gate> {
  const { device, session, nextCode, random, onEvent } = options;
  const { domain, clerk, checkpointId } = session;
  const ports = connect({ baseUrl: options.origin, token: () => session.token, watch: listen(options) });
  const ledger = createScanLedger({
    ...ports,
    ...{ owner: () => ({ domain, clerk }), deviceId: async () => device, checkpointId: () => checkpointId },
    ...{ indexedDB: new IDBFactory(), databaseName: device, storage: createMemoryNote() },
    // All gates share this process with each other.
    storageDeadlineMs: STORAGE_LIMIT_MS,
    surroundings: { isOnline: () => true, isVisible: () => true, onWake: () => () => {} },
  });
  await ledger.start();
  await ledger.refreshTickets();

  async function attend({ barcode, mode, undone }: Presented): Promise<void> {
    onEvent({ kind: 'begun', device, domain, barcode });
    const code = { barcode, mode, checkpointId, symbology: 'qr_code', scanMethod: 'camera' } as const;
    const { scan } = await ledger.record(code);
    onEvent({ kind: 'recorded', device, domain, scan });
    const startedAt = performance.now();
    const verdict = await ledger.decide(scan.id);
    const tookMs = performance.now() - startedAt;
    // A gate that the server has decided for is healthy.
    onEvent({ kind: 'shown', device, id: scan.id, verdict, tookMs, healthy: verdict.certainty === 'server' });
    if (undone && (await ledger.undo(scan.id)).ok) onEvent({ kind: 'undone', device, id: scan.id });
  }

  let isOpen = true;
  async function work(): Promise<void> {
    while (isOpen) {
      await attend(nextCode());
      await sleep(LEAST_PAUSE_MS + random() * MORE_PAUSE_MS);
    }
  }
  const worked = work();

  return {
    async finish() {
      isOpen = false;
      await worked;
      const countWaiting = () => ledger.getSnapshot().waiting + ledger.getSnapshot().waitingUndos;
      // Nobody asks it to send.
      for (const giveUpAt = performance.now() + END_LIMIT_MS; countWaiting() > 0; await sleep(100)) {
        if (performance.now() > giveUpAt) break;
      }
      // The first call may join one that began before the last scans arrived.
      await ledger.refreshTickets();
      await ledger.refreshTickets();
      const { conflicts } = await ledger.listDecisions();
      const log = await ledger.list({ limit: 1_000_000 });
      const end = { device, log, waiting: countWaiting(), conflicts: conflicts.map(({ id }) => id) };
      await ledger.stop();
      return end;
    },
  };
}

/** Listens to what the server acknowledges. */
function listen({ onAcknowledged }: GateOptions): (call: typeof fetch) => typeof fetch {
  return (call) => async (input, init) => {
    const answer = await call(input, init);
    if (!answer.ok || init?.method !== 'POST' || !String(input).endsWith(postScans.path)) return answer;
    const { results } = (await answer.clone().json()) as { results: { id: string; status: string }[] };
    const at = Date.now();
    for (const { id, status } of results) if (status === 'recorded') onAcknowledged({ id, at });
    return answer;
  };
}
