import type { Scan } from '@scantix/api-contract';

/** A call whose scans wait for a transaction of their domain. */
export interface WaitingCall {
  /** In the order in which they are recorded, which is that of the call. */
  readonly left: Scan[];
  /** Barcodes of which no more scans are recorded in this call. */
  readonly keptBack: ReadonlySet<string>;
}

/** A scan that a transaction takes. */
export interface TakenScan<Call> {
  readonly call: Call;
  readonly scan: Scan;
}

/** How much a transaction takes: no lock is held for long, and nobody waits for long. */
export interface TurnSize {
  /** Of all calls. @default 150 */
  readonly scans: number;
  /** Of one call. @default 50 */
  readonly ofCall: number;
}

const TURN_SIZE: TurnSize = { scans: 150, ofCall: 50 };

/** A call of more scans delivers what waited; somebody at a gate waits for one of few. */
const MAX_SCANS_OF_GATE = 5;

/** How a turn is taken. */
export interface TurnOptions {
  readonly size?: TurnSize;
  /** The keys of the transaction before, which has not ended: none of them is taken. @default none */
  readonly underWay?: ReadonlySet<string>;
}

/** What a scan has for itself while it is recorded. */
export const keysOf = ({ id, barcode }: Scan) => [`id ${id}`, `barcode ${barcode}`];

/**
 * Takes the scans of the next transaction out of waiting calls, the oldest call first. It takes no two scans of one ticket
 * or id, since each scan must see what the one before it used up, and from a call nothing behind a scan that it leaves.
 *
 * Gates come before large calls, but for one slice of the oldest large call: neither can keep the other from coming to its
 * turn.
 */
export function takeTurn<Call extends WaitingCall>(
  calls: readonly Call[],
  { size: { scans: most, ofCall } = TURN_SIZE, underWay = new Set() }: TurnOptions = {},
): TakenScan<Call>[] {
  const large = calls.filter(({ left }) => left.length > MAX_SCANS_OF_GATE);
  const gates = calls.filter(({ left }) => left.length <= MAX_SCANS_OF_GATE);
  const [oldest] = large;
  const reserved = oldest ? Math.min(oldest.left.length, ofCall, most) : 0;
  const turn: TakenScan<Call>[] = [];
  const taken = new Set(underWay);
  const take = (call: Call, limit: number) => {
    const upTo = Math.min(turn.length + ofCall, limit);
    for (let [scan] = call.left; scan; [scan] = call.left) {
      const keys = keysOf(scan);
      const isKeptBack = call.keptBack.has(scan.barcode);
      if (!isKeptBack && (turn.length >= upTo || keys.some((key) => taken.has(key)))) return;
      call.left.shift();
      if (isKeptBack) continue;
      for (const key of keys) taken.add(key);
      turn.push({ call, scan });
    }
  };
  for (const call of gates) take(call, most - reserved);
  for (const call of [...large, ...gates]) take(call, most);
  return turn;
}
