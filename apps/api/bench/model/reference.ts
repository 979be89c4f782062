import type { ScanMode } from '@scantix/api-contract';

/** A verdict as shown to the clerk: outcome, reason, certainty. */
export type VerdictText = `${string} ${string} ${'server' | 'device' | 'pending'}`;

/** What a scan changes on its ticket. */
export interface ModelEffect {
  /** The number of the scan; negative for another gate. */
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

/** What a clerk may do: nothing, scan and take the own scans back, or take everybody's back too. */
export type ModelRights = 'none' | 'scan' | 'supervise';

export interface ModelScan {
  readonly number: number;
  /** Who scanned. */
  readonly by: string;
  readonly code: string;
  readonly mode: ScanMode;
  readonly at: number;
  /** `null` before any verdict. */
  shown: VerdictText | null;
  /** The time of its effect, as far as this device knows. */
  effectAt: number | null;
  sent: boolean;
  /** The server's verdict whose answer was lost; the server does not know what was shown. */
  known: VerdictText | null;
  /** When the server first received it. */
  receivedAt: number | null;
  undo: 'waiting' | 'sent' | 'refused' | null;
  /** Its number among scans and undos. */
  undoNumber: number;
  undoBy: string;
  /** Whether another device took it back, which this one is not told. */
  isUndoneElsewhere: boolean;
}

/** One domain: the tickets of its server, and this device's log. */
export interface ModelDomain {
  tickets: Map<string, ModelTicket>;
  readonly log: ModelScan[];
  conflicts: number;
  /** Of clerks who may not do everything. */
  readonly rights: Map<string, ModelRights>;
}

export interface ModelTicketSet {
  readonly domain: string;
  readonly tickets: ModelTickets;
  /** The numbers of the scans that the server had: it names their effects, or they have none. */
  readonly received: ReadonlySet<number>;
  readonly downloadedAt: number;
}

const REPEAT_MS = 30_000;
export const UNDO_MS = 15 * 60_000;
const EXPIRES_MS = 12 * 3_600_000;

/** The rules in short, independent of the code under test. */
export function judge(ticket: ModelTicket, mode: ScanMode, at: number): `${string} ${string}` {
  if (ticket.cancelled) return 'refused cancelled';
  const inOrder = ticket.effects.toSorted((a, b) => a.at - b.at || a.scan - b.scan);
  const entries = inOrder.filter(({ kind }) => kind === 'enter');
  // Those who came in after an undone entry, whose exit was not undone, are inside: as far as eight effects tell.
  let known = 0;
  for (const { kind } of inOrder.slice(-8)) known = Math.max(0, known + (kind === 'enter' ? 1 : -1));
  const inside = 2 * entries.length > inOrder.length || known > 0;
  if (mode === 'exit') return inside ? 'accepted ok' : 'refused exit_without_entry';
  if (entries.length < ticket.allowed) return 'accepted ok';
  const last = entries.at(-1);
  const again = mode === 'entry' && inside && last && last.scan >= 0 && Math.abs(at - last.at) < REPEAT_MS;
  return again ? 'attention self_repeat' : 'refused already_used';
}

/** Returns the effect of a scan with this verdict. */
export function effectOf(shown: string | null, mode: ScanMode): ModelEffect['kind'] | null {
  if (!shown?.startsWith('accepted') || mode === 'check') return null;
  return mode === 'exit' ? 'leave' : 'enter';
}

/** Whether the scan was taken back, as far as this device knows. */
export const isUndone = ({ undo }: ModelScan) => undo !== null && undo !== 'refused';

export function tallyOf(scan: ModelScan): string {
  const { shown, mode } = scan;
  if (isUndone(scan)) return 'undone';
  const outcome = shown?.split(' ')[0] ?? 'undecided';
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

/** Decides as the device does: by its tickets, and its own scans that they do not include. */
export function judgeOnDevice(
  { code, mode, at }: Pick<ModelScan, 'code' | 'mode' | 'at'>,
  {
    log,
    ticketSet,
    domain,
    now,
  }: { log: readonly ModelScan[]; ticketSet: ModelTicketSet | null; domain: string; now: number },
): VerdictText {
  if (ticketSet?.domain !== domain) return 'undecided server_unreachable pending';
  if (now - ticketSet.downloadedAt >= EXPIRES_MS) return 'undecided snapshot_stale pending';
  const held = ticketSet.tickets.get(code);
  if (!held) return 'undecided not_in_snapshot pending';
  let ticket = held;
  for (const scan of log.filter((other) => other.code === code)) {
    const kind = effectOf(scan.shown, scan.mode);
    if (!kind || scan.effectAt === null) continue;
    if (isUndone(scan)) ticket = withoutEffect(ticket, scan.number);
    else if (!ticketSet.received.has(scan.number)) {
      ticket = withEffect(ticket, { scan: scan.number, kind, at: scan.effectAt });
    }
  }
  return `${judge(ticket, mode, at)} device`;
}

/** Delivers everything that waits, in the order in which it was made. */
export function deliver(domain: ModelDomain, now: number): void {
  const scans = domain.log.map((scan) => ({ number: scan.number, deliver: () => deliverScan(domain, scan, now) }));
  const undos = domain.log.map((scan) => ({ number: scan.undoNumber, deliver: () => deliverUndo(domain, scan, now) }));
  for (const { deliver: run } of [...scans, ...undos].sort((a, b) => a.number - b.number)) run();
}

function deliverScan(domain: ModelDomain, scan: ModelScan, now: number): void {
  if (!scan.sent) receive(domain, scan, now);
  scan.sent = true;
}

/** Whether the server received the scan too long ago to take its effect back. */
export const isLate = ({ receivedAt }: Pick<ModelScan, 'receivedAt'>, now: number) =>
  receivedAt !== null && now - receivedAt > UNDO_MS;

function deliverUndo(domain: ModelDomain, scan: ModelScan, now: number): void {
  if (scan.undo !== 'waiting') return;
  if (scan.isUndoneElsewhere) scan.undo = 'sent';
  else if (!mayUndo(domain, { clerk: scan.undoBy, scannedBy: scan.by }) || isLate(scan, now)) scan.undo = 'refused';
  else {
    withdraw(domain, scan.code, scan.number);
    scan.undo = 'sent';
  }
}

/** Whether a clerk may take back what another one, or the same one, has scanned. */
export function mayUndo({ rights }: ModelDomain, { clerk, scannedBy }: { clerk: string; scannedBy: string }): boolean {
  const may = rights.get(clerk) ?? 'supervise';
  return may === 'supervise' || (may === 'scan' && clerk === scannedBy);
}

/** The server takes the effect of a scan back. */
export function withdraw({ tickets }: ModelDomain, code: string, scan: number): void {
  const ticket = tickets.get(code);
  if (ticket) tickets.set(code, withoutEffect(ticket, scan));
}

/** The server receives a scan that it has not answered. */
export function receive(domain: ModelDomain, scan: ModelScan, now: number): void {
  scan.receivedAt ??= now;
  const byDevice = scan.shown?.endsWith('device') ?? false;
  const ticket = domain.tickets.get(scan.code);
  const may = domain.rights.get(scan.by) !== 'none';
  const judged = ticket ? judge(ticket, scan.mode, byDevice ? scan.at : now) : 'refused unknown_code';
  const own = scan.known ?? (may ? judged : 'refused not_permitted');
  const ownEffect = effectOf(own, scan.mode);
  const shownEffect = effectOf(scan.shown, scan.mode);
  const add = (kind: ModelEffect['kind'], at: number) => {
    if (ticket) domain.tickets.set(scan.code, withEffect(ticket, { scan: scan.number, kind, at }));
  };
  if (byDevice) {
    if (shownEffect && !(scan.known && ownEffect)) add(shownEffect, scan.at);
    if (shownEffect && !ownEffect) domain.conflicts += 1;
    // The device refused what the server had admitted: the entry is withdrawn.
    if (!shownEffect && scan.known && ownEffect && ticket && !isLate(scan, now))
      domain.tickets.set(scan.code, withoutEffect(ticket, scan.number));
    return;
  }
  if (scan.known === null && ownEffect) add(ownEffect, now);
  scan.effectAt = ownEffect ? (scan.effectAt ?? now) : null;
  scan.shown = `${own.split(' ').slice(0, 2).join(' ')} server` as VerdictText;
}
