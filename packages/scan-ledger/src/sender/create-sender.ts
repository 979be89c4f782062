import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { UndoStore } from '../ports/undo-store.ts';
import { createNameGate, type NameGateOptions } from '../recovery/create-name-gate.ts';
import { createBatchSender } from './create-batch-sender.ts';
import { createDelivery, type DeliveryOptions } from './create-delivery.ts';
import { createFreshSender, type FreshSender, type RecordedScan } from './create-fresh-sender.ts';
import { createLane, type Lane, type LaneAttempt, type LaneEnd } from './create-lane.ts';
import { createLeaseLock } from './create-lease-lock.ts';
import type { ServerWatch } from './create-server-watch.ts';
import { createUndoSender } from './create-undo-sender.ts';
import { createSendChain } from './send-chain.ts';
import type { SenderState } from './sender-state.ts';
import { transportForDomain } from './transport-for-domain.ts';

/** Options of createSender. */
export interface SenderOptions extends DeliveryOptions, Omit<NameGateOptions, 'owner' | 'clock'> {
  readonly store: OutboxStore & Pick<UndoStore, 'waitingUndos' | 'settleUndo'>;
  /** The server's calls for fresh scans. */
  readonly transport: Pick<ScanTransport, 'send' | 'undo'>;
  /** The same calls, which also note their answers. */
  readonly watched: Pick<ScanTransport, 'send' | 'undo'>;
  readonly server: ServerWatch;
  readonly owner: () => LedgerOwner | null;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly clock: Clock;
  /** The id of this page in a lease. */
  readonly holder: string;
  /** Returns the configured decision budget, in milliseconds. */
  readonly decisionBudgetMs: () => number;
  /** Jitter of the retries: 0 to 1. */
  readonly random: () => number;
  /** Called after each change of the state. */
  readonly onState: (state: SenderState) => void;
}

/** Empties the outbox, in three lanes that never wait for each other: fresh scans, the backlog, undos. */
export interface Sender {
  start(): void;
  /** Aborts the running calls and resolves when sending has ended. */
  stop(): Promise<void>;
  /** Sends what may be sent now, unless the server asked for a delay. Resolves when there is nothing left to do. */
  drain(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  readonly leaseAhead: FreshSender['leaseAhead'];
  /** Sends a scan for which somebody will wait, at once. */
  begin(id: string, recorded: RecordedScan): void;
  /** Sends a scan for which somebody waits, at once. */
  readonly wait: FreshSender['wait'];
  /** Resolves to whether the rows under the name of the domain are its own; stopped before it has loaded, to `false`. */
  whenNamed(): Promise<boolean>;
}

/** How soon a lane tries again that does not know yet whose rows it would send. */
const NAME_RETRY_MS = 1_000;

/** Creates a stopped sender. */
export function createSender({ onState, ...options }: SenderOptions): Sender {
  const { owner, server, watched } = options;
  /** Fresh scans that may remain in the outbox though the server has answered. */
  const unsureFresh = new Set<string>();
  /** Whether scans were left to the backlog while calls ran: they wait for calls with earlier scans of their barcodes. */
  let isBehind = false;
  const onSettled: SenderOptions['onSettled'] = (ids, verdicts) => {
    options.onSettled(ids, verdicts);
    // An undo may follow the scans.
    undoSender.scansSettled(ids);
    void undos.proceed();
    // Scans may follow an undo; and a scan that this device has decided meanwhile must be sent with its verdict.
    const unsure = ids.filter((id) => !verdicts?.has(id));
    for (const id of unsure) if (fresh.isSending(id)) unsureFresh.add(id);
    if (unsure.length > 0) void backlog.proceed();
  };
  const whenNamed = createNameGate(options);
  const leaseLock = createLeaseLock(options);
  const deliver = createDelivery({ ...options, onSettled });
  const fresh = createFreshSender({
    ...{ ...options, whenNamed, leaseLock },
    sendChain: createSendChain({ ...options, deliver, onSettled }),
    onBegin: report,
    onEnd(id, end) {
      if (end === 'failed') backlog.takeUp();
      else if (isBehind || unsureFresh.has(id)) void backlog.proceed();
      unsureFresh.delete(id);
      isBehind &&= fresh.isRunning();
      report();
    },
  });
  const sendBatch = createBatchSender({ ...options, leaseLock, transport: watched, deliver, isHeld: fresh.isSending });
  const undoSender = createUndoSender({ ...options, onSettled });
  const backlog: Lane = createLane({ ...options, onChange: report, sendNext: forOwner(sendBatch) });
  const undos: Lane = createLane({
    ...options,
    onChange: report,
    sendNext: forOwner((domain, attempt) =>
      undoSender.sendNext(domain, { ...attempt, transport: transportForDomain(domain, { transport: watched, owner }) }),
    ),
  });
  const lanes = [backlog, undos];
  server.onSuccess(() => {
    for (const lane of lanes) lane.hasten();
  });

  function forOwner(sendNext: (domain: string, attempt: LaneAttempt) => Promise<LaneEnd>) {
    return async (attempt: LaneAttempt): Promise<LaneEnd> => {
      if (!(await whenNamed(attempt.signal))) return { kind: 'held', retryMs: NAME_RETRY_MS };
      const who = owner();
      return who ? sendNext(who.domain, attempt) : { kind: 'empty' };
    };
  }

  const isRunning = () => fresh.isRunning() || lanes.some((lane) => lane.isRunning());

  function report(): void {
    const tries = lanes.map((lane) => lane.nextTryAt()).filter((at) => at !== null);
    onState({
      sending: isRunning(),
      nextTryAt: tries.length > 0 ? Math.min(...tries) : null,
      problem: backlog.problem() ?? undos.problem(),
    });
  }

  async function idle(): Promise<void> {
    await fresh.idle();
    // An undo follows its scan, and later scans of the barcode follow the undo.
    while (lanes.some((lane) => lane.isRunning())) await Promise.all(lanes.map((lane) => lane.idle()));
  }

  return {
    start() {
      fresh.start();
      for (const lane of lanes) lane.start();
    },
    async stop() {
      await Promise.all([fresh.stop(), ...lanes.map((lane) => lane.stop())]);
    },
    drain() {
      for (const lane of lanes) void lane.drain();
      return idle();
    },
    idle,
    leaseAhead: fresh.leaseAhead,
    begin(id, recorded) {
      if (fresh.begin(id, recorded)) return;
      isBehind = true;
      void backlog.proceed();
    },
    wait: fresh.wait,
    whenNamed: () => whenNamed(new AbortController().signal),
  };
}
