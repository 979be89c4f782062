import type { ScanMode } from '@scantix/api-contract';

/** What a clerk is told, in a word each: outcome, reason, certainty. */
export type Told = `${string} ${string} ${'server' | 'device' | 'pending'}`;

export interface ModelEffect {
  /** The number of the scan; of another gate where negative. */
  readonly scan: number;
  readonly kind: 'enter' | 'leave';
  readonly at: number;
}

export interface ModelTicket {
  readonly allowed: number;
  readonly cancelled: boolean;
  readonly effects: readonly ModelEffect[];
}

export type ModelTickets = ReadonlyMap<string, ModelTicket>;

export interface ModelScan {
  readonly number: number;
  readonly code: string;
  readonly mode: ScanMode;
  readonly at: number;
  /** `null` until anything was told. */
  told: Told | null;
  /** Its effect as this device knows it: at what time. */
  effectAt: number | null;
  sent: boolean;
  /** Its answer was lost: the server has it, and does not know what was told. */
  known: Told | null;
  undo: 'waiting' | 'sent' | null;
  /** Its place among scans and undos. */
  undoNumber: number;
}

/** One domain: what its server knows, and what this device keeps for it. */
export interface ModelDomain {
  tickets: Map<string, ModelTicket>;
  readonly log: ModelScan[];
  conflicts: number;
}

export interface ModelSnapshot {
  readonly domain: string;
  readonly tickets: ModelTickets;
  readonly takenAt: number;
}

/** Who let the ticket in last, as the rules see it. */
const REPEAT_MS = 30_000;
export const UNDO_MS = 15 * 60_000;
const EXPIRES_MS = 12 * 3_600_000;

/** The rules in few words, written apart from those that the product shares. */
export function judge(ticket: ModelTicket, mode: ScanMode, at: number): `${string} ${string}` {
  if (ticket.cancelled) return 'refused cancelled';
  const inOrder = ticket.effects.toSorted((a, b) => a.at - b.at || a.scan - b.scan);
  const inside = inOrder.at(-1)?.kind === 'enter';
  if (mode === 'exit') return inside ? 'accepted ok' : 'refused exit_without_entry';
  const entries = inOrder.filter(({ kind }) => kind === 'enter');
  if (entries.length < ticket.allowed) return 'accepted ok';
  const last = entries.at(-1);
  const again = mode === 'entry' && inside && last && last.scan >= 0 && Math.abs(at - last.at) < REPEAT_MS;
  return again ? 'attention self_repeat' : 'refused already_used';
}

/** What a scan that was told this does to its ticket. */
export function effectOf(told: string | null, mode: ScanMode): ModelEffect['kind'] | null {
  if (!told?.startsWith('accepted') || mode === 'check') return null;
  return mode === 'exit' ? 'leave' : 'enter';
}

export function tallyOf({ told, mode, undo }: ModelScan): string {
  if (undo) return 'undone';
  const outcome = told?.split(' ')[0] ?? 'undecided';
  if (outcome === 'refused' || outcome === 'undecided') return outcome;
  if (outcome === 'attention') return 'repeat';
  return { entry: 'admitted', exit: 'left', check: 'looked' }[mode];
}

export function withEffect(ticket: ModelTicket, effect: ModelEffect): ModelTicket {
  return { ...ticket, effects: [...ticket.effects, effect] };
}

export function withoutEffect(ticket: ModelTicket, scan: number): ModelTicket {
  return { ...ticket, effects: ticket.effects.filter((effect) => effect.scan !== scan) };
}

/** What the device says by itself: its tickets, and what it did to them itself that they do not hold. */
export function judgeHere(
  { code, mode, at }: Pick<ModelScan, 'code' | 'mode' | 'at'>,
  {
    log,
    snapshot,
    domain,
    now,
  }: { log: readonly ModelScan[]; snapshot: ModelSnapshot | null; domain: string; now: number },
): Told {
  if (snapshot?.domain !== domain) return 'undecided server_unreachable pending';
  if (now - snapshot.takenAt >= EXPIRES_MS) return 'undecided snapshot_stale pending';
  const held = snapshot.tickets.get(code);
  if (!held) return 'undecided not_in_snapshot pending';
  let ticket = held;
  for (const scan of log.filter((other) => other.code === code)) {
    const kind = effectOf(scan.told, scan.mode);
    if (!kind || scan.effectAt === null) continue;
    if (scan.undo) ticket = withoutEffect(ticket, scan.number);
    else if (!ticket.effects.some((effect) => effect.scan === scan.number)) {
      ticket = withEffect(ticket, { scan: scan.number, kind, at: scan.effectAt });
    }
  }
  return `${judge(ticket, mode, at)} device`;
}

/** Lets the server take what waits, in the order in which it was made. */
export function deliver(domain: ModelDomain, now: number): void {
  const scans = domain.log.map((scan) => ({ number: scan.number, take: () => takeScan(domain, scan, now) }));
  const undos = domain.log.map((scan) => ({ number: scan.undoNumber, take: () => takeUndo(domain, scan) }));
  for (const { take } of [...scans, ...undos].sort((a, b) => a.number - b.number)) take();
}

function takeScan(domain: ModelDomain, scan: ModelScan, now: number): void {
  if (!scan.sent) receive(domain, scan, now);
  scan.sent = true;
}

function takeUndo({ tickets }: ModelDomain, scan: ModelScan): void {
  if (scan.undo !== 'waiting') return;
  const ticket = tickets.get(scan.code);
  if (ticket) tickets.set(scan.code, withoutEffect(ticket, scan.number));
  scan.undo = 'sent';
}

/** The server gets a scan that it has not answered for. */
export function receive(domain: ModelDomain, scan: ModelScan, now: number): void {
  const byDevice = scan.told?.endsWith('device') ?? false;
  const ticket = domain.tickets.get(scan.code);
  const own = scan.known ?? (ticket ? judge(ticket, scan.mode, byDevice ? scan.at : now) : 'refused unknown_code');
  const ownEffect = effectOf(own, scan.mode);
  const toldEffect = effectOf(scan.told, scan.mode);
  const add = (kind: ModelEffect['kind'], at: number) => {
    if (ticket) domain.tickets.set(scan.code, withEffect(ticket, { scan: scan.number, kind, at }));
  };
  if (byDevice) {
    if (toldEffect && !(scan.known && ownEffect)) add(toldEffect, scan.at);
    if (toldEffect && !ownEffect) domain.conflicts += 1;
    // Turned away where the server had admitted: the entry is given back.
    if (!toldEffect && scan.known && ownEffect && ticket)
      domain.tickets.set(scan.code, withoutEffect(ticket, scan.number));
    return;
  }
  if (scan.known === null && ownEffect) add(ownEffect, now);
  scan.effectAt = ownEffect ? (scan.effectAt ?? now) : null;
  scan.told = `${own.split(' ').slice(0, 2).join(' ')} server` as Told;
}
