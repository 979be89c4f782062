import type { Scan, Verdict } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { SCAN_PROBLEMS } from '../model/messages.ts';
import type { Settlement } from '../model/settlement.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeasedScan, OutboxStore } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import { type SendResult, sendScans } from './send-scans.ts';
import { transportForDomain } from './transport-for-domain.ts';

/** Time limit of a call. */
export const SEND_TIMEOUT_MS = 15_000;
/** A lease lasts a little longer than a call. */
export const LEASE_MS = 20_000;

/** Options of createDelivery. */
export interface DeliveryOptions {
  readonly store: Pick<OutboxStore, 'settle'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  /** Called after scans or undos were settled, with the verdicts that are valid by that. */
  readonly onSettled: (ids: string[], verdicts?: ReadonlyMap<string, Verdict>) => void;
  /** Saves the conflicts of answers, before their scans are settled. */
  readonly onConflicts: (domain: string, settlements: readonly Settlement[]) => Promise<void>;
}

/** Sends leased scans of a domain and settles those answered. */
export type Delivery = (
  leased: readonly LeasedScan[],
  call: {
    readonly domain: string;
    readonly transport: Pick<ScanTransport, 'send' | 'undo'>;
    readonly signal: AbortSignal;
  },
) => Promise<SendResult>;

/** Creates the delivery that all lanes share. */
export function createDelivery({ store, owner, clock, onSettled, onConflicts }: DeliveryOptions): Delivery {
  return async (leased, { domain, transport, signal }) => {
    const settle = async (settlements: Settlement[]) => {
      if (settlements.length === 0) return;
      await onConflicts(domain, settlements);
      const verdicts = await store.settle(settlements);
      onSettled(
        settlements.map(({ id }) => id),
        verdicts,
      );
    };
    const settlements = leased.filter(({ scan }) => scan === null).map(({ id }) => unreadable(id, clock.now()));
    await settle(settlements);
    const scans = leased.map(({ scan }) => scan).filter((scan): scan is Scan => scan !== null);
    if (scans.length === 0) return { ok: true, settlements };
    const guarded = transportForDomain(domain, { transport, owner });
    const options = { clock, timeoutMs: SEND_TIMEOUT_MS, transport: guarded, signal, settle };
    const sent = await sendScans(scans, options);
    return sent.ok ? { ok: true, settlements: [...settlements, ...sent.settlements] } : sent;
  };
}

function unreadable(id: string, now: number): Settlement {
  return {
    id,
    sync: 'quarantined',
    verdict: null,
    receivedAt: new Date(now).toISOString(),
    knewDeviceVerdict: true,
    error: { code: 'unreadable', message: SCAN_PROBLEMS.unreadable },
  };
}
