import type { Scan } from '@scantix/api-contract';
import {
  applyEffect,
  type ScanEffect,
  scanEffect,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import {
  addRow,
  EMPTY_SUM,
  formatDigest,
  importSnapshotKey,
  type SnapshotPage,
  type SnapshotRow,
  sealTicket,
  ticketKey,
} from '@scantix/api-contract/snapshot';

/**
 * The tickets of a domain, the effects of scans on them, and the feed of their changes. Ticketing is off until the first
 * ticket.
 */
export interface FakeTickets {
  /** Issues or replaces a ticket. */
  set(barcode: string, state?: Partial<TicketState>): void;
  /** Changes fields of a ticket; the effects of its scans remain. */
  change(barcode: string, change: Partial<TicketState>): void;
  remove(barcode: string): void;
  state(barcode: string): TicketState | null;
  /** Applies a scan and returns the ticket's change number; `undefined` where there is no ticket. */
  apply(scan: Scan, kind: ScanEffect['kind'], at: number): number | undefined;
  /** Withdraws a scan's effect and returns the ticket's change number. `null` where it had none. */
  withdraw(scan: Scan): number | null;
  /** The next page; `cursor` is null for the first one. */
  page(request: { checkpointId: string; cursor: string | null }): Promise<SnapshotPage>;
  /** Seals the rows of now as segments of a page each, which the next pages name. */
  sealSegments(): Promise<void>;
  /** Returns the rows of a segment; `null`: it is not kept. */
  segment(sha256: string): SnapshotRow[] | null;
  /** Starts another feed, as after a change of keys. */
  restartFeed(): void;
}

/** A ticket for one entry. */
export const VALID_TICKET: TicketState = {
  status: 'valid',
  holder: 'Ada Berg',
  type: 'Day ticket',
  note: null,
  order: null,
  section: null,
  seat: null,
  validFrom: null,
  validUntil: null,
  worksAt: [],
  entriesAllowed: 1,
  entriesUsed: 0,
  inside: 0,
  firstUse: null,
  lastEntry: null,
  recentEffects: [],
};

interface Held {
  readonly state: TicketState | null;
  readonly change: number;
}

/** Options of createFakeTickets. */
export interface FakeTicketsOptions {
  readonly now: () => number;
  /** Rows a page. @default 5000 */
  readonly pageSize?: number;
}

/** Creates a domain without tickets. */
export function createFakeTickets({ now, pageSize = 5_000 }: FakeTicketsOptions): FakeTickets {
  const tickets = new Map<string, Held>();
  const effects = new Map<string, ScanEffect[]>();
  let changes = 0;
  let feed = newFeed();
  let ticketing: 'on' | 'off' = 'off';

  function put(barcode: string, state: TicketState | null): number {
    changes += 1;
    ticketing = 'on';
    tickets.set(barcode, { state, change: changes });
    return changes;
  }

  const stateOf = (barcode: string) => tickets.get(barcode)?.state ?? null;

  const rows = new Map<string, Promise<SnapshotRow>>();
  let segments: { readonly sha256: string; readonly to: number; readonly rows: SnapshotRow[] }[] = [];

  const inOrder = () => [...tickets].sort(([, a], [, b]) => a.change - b.change);

  /** Each state of a ticket is sealed once per feed. */
  function rowOf(barcode: string, held: Held): Promise<SnapshotRow> {
    const name = `${feed.id} ${held.change}`;
    const row = rows.get(name) ?? sealRow(barcode, held);
    rows.set(name, row);
    return row;
  }

  async function sealRow(barcode: string, { state, change }: Held): Promise<SnapshotRow> {
    const key = await ticketKey(await feed.key, barcode);
    return state ? { key, sealed: await sealTicket(state, { barcode, key }), change } : { key, removed: true, change };
  }

  return {
    set(barcode, state = {}) {
      put(barcode, { ...VALID_TICKET, ...state });
    },
    change(barcode, change) {
      put(barcode, { ...(stateOf(barcode) ?? VALID_TICKET), ...change });
    },
    remove(barcode) {
      put(barcode, null);
    },
    state: stateOf,
    apply(scan, kind, at) {
      const state = stateOf(scan.barcode);
      if (!state) return undefined;
      const effect = scanEffect(scan, { kind, at, clerk: scan.claimed_by, checkpoint: 'Gate' });
      effects.set(scan.barcode, [...(effects.get(scan.barcode) ?? []), effect]);
      return put(scan.barcode, applyEffect(state, effect));
    },
    withdraw(scan) {
      const all = effects.get(scan.barcode) ?? [];
      const effect = all.find(({ scanId }) => scanId === scan.id);
      const state = stateOf(scan.barcode);
      if (!effect || !state) return null;
      const remaining = all.filter((other) => other !== effect);
      effects.set(scan.barcode, remaining);
      return put(scan.barcode, withdrawEffect(state, effect, remaining));
    },
    async sealSegments() {
      const all = await Promise.all(inOrder().map(([code, its]) => rowOf(code, its)));
      segments = Array.from({ length: Math.floor(all.length / pageSize) }, (_, index) => {
        const its = all.slice(index * pageSize, (index + 1) * pageSize);
        const to = its.at(-1)?.change ?? 0;
        return { sha256: to.toString(16).padStart(64, '0'), to, rows: its };
      });
    },
    segment: (sha256) => segments.find((each) => each.sha256 === sha256)?.rows ?? null,
    restartFeed() {
      feed = newFeed();
      segments = [];
    },
    async page({ checkpointId, cursor }) {
      const [feedId, position] = (cursor ?? '').split(' ');
      const fromStart = feedId !== feed.id;
      const after = fromStart ? 0 : Number(position);
      const sorted = inOrder();
      const isLong = sorted.filter(([, { change }]) => change > after).length > pageSize;
      const before = isLong ? segments.filter(({ to }) => to > after) : [];
      const start = before.at(-1)?.to ?? after;
      const newer = sorted.filter(([, { change }]) => change > start);
      const page = newer.slice(0, pageSize);
      const generatedAt = new Date(now()).toISOString();
      const current = feed;
      const held = await Promise.all(sorted.filter(([, { state }]) => state).map(([code, its]) => rowOf(code, its)));
      const sum = held.reduce(addRow, EMPTY_SUM);
      const rows = await Promise.all(page.map(([code, its]) => rowOf(code, its)));
      return {
        manifest: {
          snapshot_id: current.id,
          checkpoint_id: checkpointId,
          ticketing,
          count: sum.count,
          digest: formatDigest(sum),
          generated_at: generatedAt,
          cursor: `${current.id} ${page.at(-1)?.[1].change ?? start}`,
          from_start: fromStart,
          segments: before.map((each) => ({
            ...{ sha256: each.sha256, rows: each.rows.length, cursor: `${current.id} ${each.to}` },
          })),
          snapshot_key: current.secret,
          rows: rows.length,
          rows_sha256: '',
          complete: page.length === newer.length,
        },
        rows,
      };
    },
  };
}

let feeds = 0;

function newFeed() {
  feeds += 1;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const id = `01939f8e-0000-7000-8000-${String(feeds).padStart(12, '0')}`;
  return { id, secret: btoa(String.fromCharCode(...bytes)), key: importSnapshotKey(bytes) };
}
