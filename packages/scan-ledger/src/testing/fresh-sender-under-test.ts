import { type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expect, vi } from 'vitest';
import type { ScanChain } from '../ports/outbox-store.ts';
import { createFreshSender, type RecordedScan } from '../sender/create-fresh-sender.ts';
import { createLeaseLock } from '../sender/create-lease-lock.ts';
import { createServerWatch } from '../sender/create-server-watch.ts';
import type { SendChain } from '../sender/send-chain.ts';
import { createFakeClock } from './index.ts';

const OK: ApiOutcome<{ results: [] }> = { ok: true, value: { results: [] }, answer: NO_ANSWER_HEADERS };
export const RECORDED: RecordedScan = { domain: 'north', leased: null };
export const UNREACHABLE: ApiOutcome<never> = { ok: false, failure: { kind: 'unreachable', cause: null } };

/** A started sender whose calls the test ends, in their order. */
export function createFreshSenderUnderTest({
  chain,
  send,
  whenNamed = async () => true,
}: {
  chain?: (id: string) => Promise<ScanChain>;
  send?: () => Promise<never>;
  whenNamed?: () => Promise<boolean>;
} = {}) {
  const clock = createFakeClock();
  const browser = { isOnline: true };
  const server = createServerWatch({ clock, surroundings: { isOnline: () => browser.isOnline } });
  const isNamed = { now: true };
  const signedIn = { domain: 'north' as string | null };
  const ends: ((end: Awaited<ReturnType<SendChain>>) => void)[] = [];
  const signals: AbortSignal[] = [];
  const domains: string[] = [];
  const outcomes: ApiOutcome<{ results: [] }>[] = [];
  const store = {
    leaseChain: vi.fn(
      chain ??
        (async (id: string): Promise<ScanChain> => ({ kind: 'leased', steps: [{ kind: 'scan', id, scan: null }] })),
    ),
    release: vi.fn(async () => {}),
  };
  const onEnd = vi.fn();
  const fresh = createFreshSender({
    leaseLock: createLeaseLock({ locks: null, lockName: 'outbox', holder: 'this page' }),
    whenNamed: Object.assign(whenNamed, { isOpen: () => isNamed.now }),
    ...{ store, clock, server, holder: 'this page', onEnd, onBegin() {}, decisionBudgetMs: () => 3_000 },
    owner: () => (signedIn.domain === null ? null : { domain: signedIn.domain, clerk: 'anna' }),
    transport: {
      send: send ?? (async () => outcomes.shift() ?? OK),
      undo: () => Promise.reject(new Error('There is no undo')),
    },
    sendChain: async (_steps, { domain, transport, signal }) => {
      signals.push(signal);
      domains.push(domain);
      await transport.send([], { signal });
      return new Promise((resolve) => {
        ends.push(resolve);
        signal.addEventListener('abort', () => resolve({ kind: 'failed', failure: {} }));
      });
    },
  });
  fresh.start();
  const reached = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  return { clock, browser, server, signedIn, isNamed, store, ends, signals, domains, outcomes, onEnd, fresh, reached };
}
