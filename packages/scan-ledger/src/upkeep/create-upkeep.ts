import type { DeviceDecider } from '../decide/create-device-decider.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import { wait } from '../timing/wait.ts';
import type { Conflicts } from './create-conflicts.ts';
import { createPolling } from './create-polling.ts';
import { isNewTarget, type PollTarget } from './poll-target.ts';

/** Options of createUpkeep. */
export interface UpkeepOptions {
  readonly device: Pick<DeviceDecider, 'tickets'>;
  readonly conflicts: Pick<Conflicts, 'refresh'>;
  /** Counts the scans again; called after each complete poll. */
  readonly refreshCounts: () => Promise<void>;
  readonly owner: () => LedgerOwner | null;
  readonly checkpointId: () => string | null;
  /** Whether the browser reports no network, and no answer contradicts it. */
  readonly isOffline: () => boolean;
  readonly surroundings: Pick<Surroundings, 'isVisible'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly refreshEveryMs: number;
  readonly log: LedgerLog;
}

/** Refreshes tickets and conflicts while the page is open. */
export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  /** Polls now, or joins the running poll: a person asks. */
  now(): Promise<void>;
  /** Polls when the network or the page is back: a device that has tickets waits for a part of {@link SPREAD_MS}. */
  wake(): void;
  /** Polls now if somebody else has signed in since the last poll, or a checkpoint is known now. */
  nowIfNewTarget(): void;
}

/**
 * Over how many milliseconds the devices that have tickets spread their updates when they start, or come back: a network
 * that returns brings all of them in the same second.
 */
const SPREAD_MS = 5_000;

/** Creates a stopped upkeep. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { device, conflicts, refreshCounts, owner, checkpointId, isOffline, surroundings, clock, random, log } =
    options;
  const { refreshEveryMs: everyMs } = options;
  let polled: PollTarget | null = null;
  /** Whether the next poll keeps some distance to those of other devices. */
  let spread = false;
  /** Whether a person has asked since the last poll. */
  let asked = false;
  let pause = new AbortController();

  /** Waits for a part of the time over which the devices spread; `now` ends it. */
  async function keepDistance(signal: AbortSignal): Promise<void> {
    pause = new AbortController();
    await wait(clock, SPREAD_MS * random(), AbortSignal.any([signal, pause.signal]));
  }

  function target(): PollTarget | null {
    const who = owner();
    return who && { domain: who.domain, hasCheckpoint: checkpointId() !== null };
  }

  const isDue = () => isNewTarget(target(), polled);

  async function poll(signal: AbortSignal): Promise<'done' | 'failed'> {
    const current = target();
    if (!current) return 'done';
    polled = current;
    try {
      const tickets = await device.tickets();
      await tickets?.read();
      // Without a network nothing can be fetched; coming back online starts a poll.
      if (isOffline()) return 'done';
      if (spread && tickets?.hasTickets()) await keepDistance(signal);
      spread = false;
      if (asked) tickets?.expectRoom();
      asked = false;
      const fetched = await tickets?.refresh(signal);
      await conflicts.refresh(signal);
      await refreshCounts();
      return fetched === 'failed' ? 'failed' : 'done';
    } catch (cause) {
      if (!signal.aborted) log({ name: 'ledger-poll-failed', cause });
      return 'failed';
    }
  }

  const polling = createPolling({ clock, random, everyMs, isNeeded: surroundings.isVisible, poll });
  return {
    stop: polling.stop,
    start() {
      spread = true;
      polling.start();
    },
    wake() {
      spread = true;
      void polling.now();
    },
    now() {
      asked = true;
      spread = false;
      pause.abort();
      return polling.now();
    },
    nowIfNewTarget() {
      // The running poll may have begun for the previous target.
      if (isDue()) void polling.now().then(() => (isDue() ? polling.now() : undefined));
    },
  };
}
