import type { ScanMode } from '@scantix/api-contract';
import { createScanLedger, LedgerError, type LedgerScan, type ScanLedger } from '../../src/index.ts';
import { type ClerkEvent, type DeviceEnd, EARLIER_BUILD } from '../chaos/history.ts';
import type { SignedIn } from '../domain.ts';
import { type Bug, withBug } from './bugs.ts';
import { connect } from './connect.ts';
import { watchCalls } from './watch-calls.ts';

export type { Bug } from './bugs.ts';

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
  readonly bug: Bug;
}

/** The calls of the run to a tab. */
export interface GatePage {
  /** Starts the ledger and refreshes its tickets, as far as the network allows, or until it has them. */
  start(shift: Shift, options: { needsTickets: boolean }): Promise<void>;
  /** Signs another clerk in, or nobody: records wait meanwhile. */
  signIn(shift: Shift | null): Promise<void>;
  /** Returns the domain of who is signed in. */
  domain(): string | null;
  /** Records and decides one code after the other, and reports each step. */
  work(codes: readonly Presented[]): Promise<void>;
  /** Returns what the tab waits for: a call of the ledger and its scan. */
  waitsFor(): string[];
  /** Waits until nothing of the domain waits or `limitMs` have passed; resolves to the content of this device. */
  end(limitMs: number, conflictsAtLeast?: number): Promise<Omit<DeviceEnd, 'device'>>;
}

declare global {
  var gate: GatePage;
  /** How far the clock of this device is wrong: milliseconds. */
  var clockSkewMs: number | undefined;
  /** Reports what the clerk of this tab did or saw. */
  function report(event: ClerkEvent, tab: string): Promise<void>;
  /** Returns an access token that has not ended. */
  function renewToken(clerk: string, tab: string): Promise<string>;
}

const SIGN_IN_LIMIT_MS = 20_000;
const tab = crypto.randomUUID().slice(0, 8);
const calls = watchCalls();
/** An earlier build decides by rules of its own: it never counts as healthy. */
const isEarlier = location.pathname.startsWith('/earlier/');
const heard = isEarlier ? () => 0 : calls.heard;
let ledger: ScanLedger;
/** Who is signed in. */
let shift: Shift | null = null;
let token = '';
/** Whether a write took too long since the last failure. */
let isStorageSlow = false;

/** The calls of the ledger that have not ended. */
const open = new Set<string>();

/** Follows a call of the ledger, so that one that never ends is found. */
async function follow<T>(name: string, call: Promise<T>): Promise<T> {
  open.add(name);
  return call.finally(() => open.delete(name));
}

const tell = (event: ClerkEvent) => globalThis.report(event, tab);

function createLedger({ device, bug }: Shift): ScanLedger {
  const ports = connect({
    baseUrl: `/${device}~${tab}`,
    token: () => token,
    watch: calls.watch,
    async renew() {
      const who = shift;
      if (!who) return false;
      const fresh = await globalThis.renewToken(who.clerk, tab);
      // Somebody else may have signed in meanwhile.
      if (shift !== who) return false;
      token = fresh;
      return true;
    },
  });
  return createScanLedger(
    withBug(bug, {
      ...ports,
      owner: () => shift && { domain: shift.domain, clerk: shift.clerk },
      checkpointId: () => shift?.checkpointId ?? null,
      deviceId: async () => device,
      log(event) {
        if (event.name === 'ledger-storage-slow') isStorageSlow = true;
      },
    }),
  );
}

/** Shows the verdict of one scan, and undoes it if asked. */
async function attend(device: string, id: string, undone: boolean): Promise<void> {
  const startedAt = performance.now();
  const verdict = await follow(`decide ${id}`, ledger.decide(id)).catch(() => null);
  // The storage went away under the scan: the clerk sees no verdict.
  if (!verdict) return;
  await tell({ kind: 'shown', device, id, verdict, tookMs: performance.now() - startedAt });
  if (!undone) return;
  const { ok } = await follow(`undo ${id}`, ledger.undo(id)).catch(() => ({ ok: false }));
  if (ok) await tell({ kind: 'undone', device, id });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function codeOfError(error: Error): string {
  if (!LedgerError.isInstance(error)) return `${error}`;
  return error.code === 'unavailable' ? `${error.code} (${error.cause})` : error.code;
}

async function whoIsSignedIn(): Promise<Shift> {
  while (!shift) await pause(20);
  return shift;
}

/** Presents a code; resolves to the end of the wait for its verdict. */
async function present(code: Presented): Promise<{ attended: Promise<void> }> {
  const { barcode, mode, waits, undone } = code;
  const who = await whoIsSignedIn();
  const { device, domain, checkpointId } = who;
  await tell({ kind: 'begun', device, domain, barcode, heard: heard() });
  // Somebody else has signed in: the visitor presents the code again.
  if (shift !== who) return present(code);
  const read = { barcode, mode, checkpointId, symbology: 'qr_code', scanMethod: 'camera' } as const;
  const result = await follow(`record ${barcode}`, ledger.record(read)).catch((cause: unknown) => cause);
  if (result instanceof Error) {
    const code = isStorageSlow ? 'slow' : codeOfError(result);
    isStorageSlow = false;
    await tell({ kind: 'failed', device, code: isEarlier ? `${EARLIER_BUILD}${code}` : code });
    // Storage trouble lasts a moment.
    await pause(50);
    return { attended: Promise.resolve() };
  }
  const { scan, domain: of } = result as LedgerScan;
  await tell({ kind: 'recorded', device, domain: of, scan });
  const attended = attend(device, scan.id, undone);
  if (waits) await attended;
  return { attended };
}

globalThis.gate = {
  async start(given, { needsTickets }) {
    ({ token } = given);
    shift = given;
    ledger = createLedger(given);
    await ledger.start();
    await ledger.refreshTickets();
    while (needsTickets && ledger.getSnapshot().tickets.status !== 'ready') {
      await pause(500);
      await ledger.refreshTickets();
    }
  },
  async signIn(next) {
    shift = next;
    if (!next) return;
    ({ token } = next);
    // As the app does after a sign-in; it also counts what waits in this domain. A call may hang.
    await Promise.race([ledger.drain(), pause(SIGN_IN_LIMIT_MS)]);
  },
  domain: () => shift?.domain ?? null,
  waitsFor: () => [...open].map((what) => (isEarlier ? `${EARLIER_BUILD}${what}` : what)),
  async work(codes) {
    const attended = [];
    for (const code of codes) attended.push((await present(code)).attended);
    // An undo follows its verdict.
    await Promise.all(attended);
  },
  async end(limitMs, conflictsAtLeast = 0) {
    const deadline = performance.now() + limitMs;
    const countWaiting = () => ledger.getSnapshot().waiting + ledger.getSnapshot().waitingUndos;
    while (countWaiting() > 0 && performance.now() < deadline) await pause(50);
    // The list of conflicts comes from the server. The first call may join one that began before the last scans arrived.
    await ledger.refreshTickets();
    await ledger.refreshTickets();
    let { conflicts } = await ledger.listDecisions();
    // A call that failed is made again, as the ledger would do later.
    while (conflicts.length < conflictsAtLeast && performance.now() < deadline) {
      await pause(500);
      await ledger.refreshTickets();
      ({ conflicts } = await ledger.listDecisions());
    }
    const log = await ledger.list({ limit: 1_000_000 });
    return { log, waiting: countWaiting(), conflicts: conflicts.map(({ id }) => id) };
  },
};
