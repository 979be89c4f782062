import { type Scan, undoScan, type Verdict } from '@scantix/api-contract';
import { expect } from 'vitest';
import { expectValue, type SignedIn, type TestServer } from './start-test-server.ts';

const SECOND_MS = 1_000;
const UNDO_WINDOW_MS = 15 * 60 * SECOND_MS;

/** A scan of a mixed day, and what became of it. */
export interface Made {
  readonly scan: Scan;
  readonly happenedAt: number;
  readonly receivedAt: number;
  /** The server's, or what the device had sent with the scan. */
  readonly first: Verdict;
  /** What happened at the gate. */
  gate: Verdict;
  /** When it changed its ticket, if it did. */
  effectAt: number;
  hasTicket: boolean;
  /** Whether the device sent a verdict, with the scan or later. */
  told: boolean;
  clerk: 'let_in' | 'turned_away' | null;
  conflict: boolean;
  marked: boolean;
  undone: boolean;
}

/** A ticket of a mixed day. */
export interface MadeTicket {
  readonly allowed: number;
  readonly status: 'valid' | 'blocked';
  readonly type: string;
}

export const letsThrough = ({ outcome, reason, mode }: Verdict): boolean =>
  mode !== 'check' && reason !== 'self_repeat' && (outcome === 'accepted' || outcome === 'attention');

/** How a scan reaches the server; `late`: its device tells its verdict after the server's. */
const KINDS = ['server', 'device', 'open', 'offered', 'late', 'late', 'late', 'late-elsewhere'] as const;

/**
 * Makes a day of two devices at two gates: entries, exits and checks that server, device or clerk decide, at once or late, with
 * undos, repeats and, where `turnsTicketing`, hours without tickets. The same seed makes the same day.
 */
export async function makeMixedDay(
  server: TestServer,
  devices: readonly [SignedIn, SignedIn],
  { seed, turnsTicketing }: { readonly seed: number; readonly turnsTicketing: boolean },
) {
  const { chance, pick } = numbersOf(seed);
  const { clock, db, newId, north } = server;
  const iso = (ms: number) => new Date(ms).toISOString();
  const from = clock.now();
  const made: Made[] = [];
  const tickets = new Map<string, MadeTicket>();
  for (let number = 0; number < 14; number += 1) {
    const ticket = {
      allowed: pick([1, 1, 2, 3]),
      status: pick(['valid', 'valid', 'valid', 'blocked'] as const),
      type: pick(['Day', 'Crew']),
    };
    const { allowed: entries_allowed, ...columns } = ticket;
    const barcode = `MIXED-${seed}-${number}`;
    await north.addTicket(barcode, { ...columns, entries_allowed, note: number % 5 === 0 ? 'Child' : null });
    tickets.set(barcode, ticket);
  }
  const codes = [...tickets.keys(), ...tickets.keys(), `NOBODY-${seed}`];
  let isTicketing = true;
  const turnTicketing = async (isOn: boolean) => {
    isTicketing = isOn;
    const ticketing = isOn ? 'on' : 'off';
    await db.updateTable('domains').set({ ticketing }).where('id', '=', north.id).execute();
  };
  const post = async (by: SignedIn, scan: Scan) => {
    const [result] = await by.post(scan);
    if (!result?.verdict) throw new Error(JSON.stringify(result));
    return { ...result, verdict: result.verdict };
  };

  const late: (() => Promise<void>)[] = [];
  const makeScan = async () => {
    const by = pick(devices);
    const kind = pick(KINDS);
    const mode = pick(['entry', 'entry', 'entry', 'exit', 'check'] as const);
    const receivedAt = clock.now();
    const happenedAt = Math.max(from, receivedAt - (chance(0.3) ? pick([2_000, 4_000, 100_000, 1_000_000]) : 0));
    const scan: Scan = {
      ...{ ...by.scan(), id: newId(), barcode: pick(codes), mode, checkpoint_id: pick(north.gates).id },
      ...{ claimed_at: iso(happenedAt), clock_offset_ms: 0, symbology: pick(['qr_code', 'ean_13'] as const) },
      device_id: by === devices[0] ? 'gate-a' : 'gate-b',
    };
    const verdict = (outcome: Verdict['outcome'], reason: Verdict['reason'], certainty: Verdict['certainty']) => ({
      ...{ outcome, reason, certainty, mode, decided_at: iso(happenedAt) },
    });
    const decision =
      mode !== 'check' && kind !== 'offered' && chance(0.25) ? pick(['let_in', 'turned_away'] as const) : null;
    const shown = decision
      ? verdict(decision === 'let_in' ? 'accepted' : 'refused', 'server_unreachable', 'device')
      : pick([
          verdict('accepted', 'ok', 'device'),
          verdict('refused', 'already_used', 'device'),
          verdict('attention', 'needs_attention', 'device'),
          verdict('attention', 'self_repeat', 'device'),
        ]);
    const told = { ...scan, device_verdict: shown, ...(decision && { clerk_decision: decision }) };
    const sent: Partial<Record<typeof kind, Scan>> = {
      device: told,
      offered: { ...scan, offered_again: true, device_verdict: { ...shown, certainty: 'server' } },
      open: { ...scan, device_verdict: verdict('undecided', 'server_unreachable', pick(['pending', 'device'])) },
    };
    const first = sent[kind] ?? scan;
    const { verdict: given, conflict } = await post(by, first);
    const isShown = kind === 'device' || kind === 'offered';
    if (isShown) expect(given).toMatchObject({ outcome: shown.outcome, reason: shown.reason });
    const one: Made = {
      ...{ scan: first, happenedAt, receivedAt, first: given, gate: given, undone: false, marked: false },
      ...{ told: first.device_verdict !== undefined, effectAt: isShown ? happenedAt : receivedAt },
      ...{ hasTicket: isTicketing && tickets.has(scan.barcode), conflict: conflict !== undefined },
      clerk: kind === 'device' ? decision : null,
    };
    made.push(one);
    if (!kind.startsWith('late')) return;
    const isOwn = kind === 'late';
    late.push(async () => {
      await post(isOwn ? by : devices[by === devices[0] ? 1 : 0], told);
      if (letsThrough(shown) && !letsThrough(given)) {
        Object.assign(one, { gate: shown, effectAt: happenedAt, conflict: true, marked: !isOwn });
        one.hasTicket ||= isTicketing && tickets.has(scan.barcode);
      } else if (!isOwn) return;
      one.told = true;
      one.clerk = decision;
      const takesBack = letsThrough(given) && !letsThrough(shown) && !one.undone;
      if (takesBack && clock.now() - receivedAt > UNDO_WINDOW_MS) return;
      one.gate = shown;
      one.undone ||= takesBack;
    });
  };
  const undo = async () => {
    const one = pick(made);
    const { id, device_id, claimed_by } = one.scan;
    const { api } = devices[device_id === 'gate-a' ? 0 : 1];
    const body = { id: newId(), device_id, claimed_by, claimed_at: iso(clock.now()) };
    const { status } = expectValue(await api.call(undoScan, { params: { id }, body }));
    const may = letsThrough(one.gate) && !one.undone && clock.now() - one.receivedAt <= UNDO_WINDOW_MS;
    expect(status).toBe(may ? 'recorded' : 'refused');
    one.undone ||= may;
  };

  await turnTicketing(true);
  for (let number = 0; number < 90; number += 1) {
    clock.advance(SECOND_MS * pick([1, 2, 5, 30, 60, 240, 900]));
    if (turnsTicketing && chance(0.1)) await turnTicketing(!isTicketing);
    await makeScan();
    if (chance(0.4)) await late.shift()?.();
    if (chance(0.15)) await undo();
    const again = pick(made).scan;
    if (chance(0.1)) await post(devices[again.device_id === 'gate-a' ? 0 : 1], again);
  }
  for (const tell of late) await tell();
  return { from, made, tickets };
}

/** The same numbers for the same seed: xorshift. */
function numbersOf(seed: number) {
  let state = Math.imul(seed, 0x9e_37_79_b1) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}
