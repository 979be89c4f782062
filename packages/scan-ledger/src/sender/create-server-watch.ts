import type { ApiFailure, ApiOutcome } from '@scantix/api-contract';
import { createListeners } from '@scantix/runtime-utils';
import type { Clock } from '../ports/clock.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import { CALL_TIMEOUT_MS } from '../timing/call-in-time.ts';
import { type ClocksReading, readClocks, tookMs } from '../timing/ledger-time.ts';
import { type ContactEvent, isOffline, NO_CONTACT, nextContact, type ServerContact } from './server-contact.ts';

/** Options of createServerWatch. */
export interface ServerWatchOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonicNow'>;
  readonly surroundings: Pick<Surroundings, 'isOnline'>;
  /** Called after each call that changes what is known. @default none */
  readonly onContact?: (contact: ServerContact) => void;
}

/** Watches whether the server answers, and whether it asked for a delay. */
export interface ServerWatch {
  /** Whether the last call was answered. */
  contact(): ServerContact;
  /** Whether the browser reports no network, and no answer contradicts it. */
  isOffline(): boolean;
  /** Begins a call that somebody waits for. */
  began(): AwaitedCall;
  /** Notes that the server asked for no calls in the next `forMs` milliseconds. */
  askedForDelay(forMs: number): void;
  /** Returns the rest of that delay, in milliseconds; 0 without one. */
  delayLeftMs(): number;
  /** Calls `listener` when a call succeeds. Returns the unsubscriber. */
  onSuccess(listener: () => void): () => void;
  /**
   * Returns the same port, whose calls also note their answers. A refusal says nothing: one item may be at fault. A call
   * that reaches no server says that the browser's report of no network is right.
   */
  watch<Port extends object>(port: Port): Port;
}

/** A call that somebody waits for, within the decision budget. */
export interface AwaitedCall {
  /** The budget has ended without an answer. */
  late(): void;
  /** The call has ended. An answer after the budget is none. */
  ended(outcome: ApiOutcome<unknown>): void;
}

/** When a call began. */
interface Sent extends ClocksReading {
  readonly isOnline: boolean;
}

/** Statuses by which the API, or whatever stands before it, says that it cannot serve anybody now. */
const OVERLOADED = new Set([408, 425, 429, 502, 504]);

/**
 * Whether the API answered within its time, if only to refuse. Its 500, and its 503 without a delay, are answers, since
 * one scan can cause them; where every call gets one, each wait ends with its call and needs no shorter budget.
 */
export function isAnswer(
  outcome: { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure },
): boolean {
  if (outcome.ok) return true;
  const { failure } = outcome;
  return failure.kind === 'refused' && failure.retryAfterMs === undefined && !OVERLOADED.has(failure.status);
}

/** Creates the watch before any call. */
export function createServerWatch({ clock, surroundings, onContact }: ServerWatchOptions): ServerWatch {
  let contact = NO_CONTACT;
  let delay = { until: 0, forMs: 0 };
  const succeeded = createListeners();

  function note(event: ContactEvent): void {
    contact = nextContact(contact, event);
    onContact?.(contact);
  }

  const send = (): Sent => ({ ...readClocks(clock), isOnline: surroundings.isOnline() });

  /** A page that was frozen, or a device that slept, cannot tell when the answer came. */
  const wasAsleep = (sent: Sent) => tookMs(clock, sent) > CALL_TIMEOUT_MS;

  function ended(outcome: ApiOutcome<unknown>, sent: Sent): void {
    if (isAnswer(outcome) && !wasAsleep(sent)) {
      const isOnline = sent.isOnline || surroundings.isOnline();
      note({ kind: 'answered', now: clock.monotonicNow(), isOnline });
    }
    if (!outcome.ok && outcome.failure.kind === 'unreachable' && !surroundings.isOnline()) note({ kind: 'unreached' });
    if (outcome.ok) succeeded.notify();
  }

  return {
    contact: () => contact,
    isOffline: () => isOffline(contact, { isOnline: surroundings.isOnline(), now: clock.monotonicNow() }),
    began() {
      const answersBefore = contact.answers;
      const sent = send();
      let isLate = false;
      const fail = () => {
        if (!wasAsleep(sent)) note({ kind: 'unanswered', answersBefore });
      };
      return {
        late() {
          isLate = true;
          fail();
        },
        ended(outcome) {
          if (isLate) return;
          if (isAnswer(outcome)) ended(outcome, sent);
          else fail();
        },
      };
    },
    askedForDelay(forMs) {
      delay = { until: clock.now() + forMs, forMs };
    },
    delayLeftMs() {
      const leftMs = delay.until - clock.now();
      // More time left than the server asked for: the clock was set back.
      return leftMs <= delay.forMs ? Math.max(0, leftMs) : 0;
    },
    onSuccess: succeeded.subscribe,
    watch: (port) =>
      new Proxy(port, {
        get(target, name) {
          const call: unknown = Reflect.get(target, name);
          if (typeof call !== 'function') return call;
          // A segment may come from the browser's cache.
          if (name === 'fetchSegment') return call.bind(target);
          return async (...parameters: unknown[]): Promise<ApiOutcome<unknown>> => {
            const sent = send();
            const outcome: ApiOutcome<unknown> = await call.apply(target, parameters);
            ended(outcome, sent);
            return outcome;
          };
        },
      }),
  };
}
