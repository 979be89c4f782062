import { isDatabaseLost, isDiskFull } from '../database/lost-database.ts';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { giveBack, type LeasedWebhook, leaseWebhook, listDueMessages } from './lease-webhook.ts';
import type { MessageSender } from './send-message.ts';
import { judgeTurn, settleTurn, type TriedMessage } from './settle-turn.ts';
import { signForWebhook } from './sign-for-webhook.ts';

/** What delivering needs of its process. */
export interface DispatcherParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly sender: MessageSender;
  /** Seals the secrets. */
  readonly webhookKey: Uint8Array;
  /** 0 to 1. @default Math.random */
  readonly jitter?: () => number;
}

/** Delivers what waits in the outbox. */
export interface Dispatcher {
  /** Delivers what is due now, with the turns that are free. Resolves when these are over. */
  run(): Promise<void>;
  /** Ends the attempts that run: their messages wait for another process. */
  stop(): Promise<void>;
}

/** Webhooks that a process delivers to at once. */
const TURNS_AT_ONCE = 4;
/** Messages of a turn, and of these at once. */
const TURN_MESSAGES = 64;
const MESSAGES_AT_ONCE = 8;
/** A turn that is this old begins no message: a slow receiver gives its place to another one's. */
const TURN_MS = 15_000;
/** Longer than a turn: its last message is begun before `TURN_MS`, and takes 15 s at most. */
const LEASE_MS = 180_000;

const canBeWrittenLater = (error: unknown) => isDatabaseLost(error) || isDiskFull(error);

/** Creates a dispatcher. Any number of processes may have one. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { db, clock, log, newId } = parts;
  const stopping = new AbortController();
  const turns = new Set<Promise<void>>();
  let ending: Promise<void> | undefined;

  /** What turns could not write for want of the database or of room on its disk: who had what they sent, and that they have ended. */
  const left: (() => Promise<void>)[] = [];

  /** Never rejects: a run, and a stop, waits for turns. */
  async function takeTurns(): Promise<void> {
    while (!stopping.signal.aborted) {
      const lease = newId();
      let end = () => giveBack(db, lease);
      try {
        const hook = await leaseWebhook(db, { now: clock.now(), forMs: LEASE_MS, lease });
        if (!hook) return;
        end = await takeTurn(parts, hook, stopping.signal);
        await end();
      } catch (err) {
        if (canBeWrittenLater(err)) left.push(end);
        log.warn({ err }, 'webhooks not delivered');
        return;
      }
    }
  }

  /** Writes what is left, before a turn sends it again. Never rejects. */
  async function endLeft(): Promise<void> {
    try {
      for (let end = left[0]; end; end = left[0]) {
        await end();
        left.shift();
      }
    } catch (err) {
      if (!canBeWrittenLater(err)) left.shift();
      log.warn({ err }, 'webhooks not delivered');
    }
  }

  return {
    async run() {
      ending ??= endLeft().finally(() => {
        ending = undefined;
      });
      await ending;
      const begun: Promise<void>[] = [];
      while (left.length === 0 && turns.size < TURNS_AT_ONCE) {
        const turn = takeTurns().finally(() => turns.delete(turn));
        turns.add(turn);
        begun.push(turn);
      }
      // Not for the others: a run begins every second, and those of a long turn would all wait.
      await Promise.all(begun);
    },
    async stop() {
      stopping.abort();
      await ending;
      await Promise.all(turns);
    },
  };
}

/** Sends what is due. Resolves with what writes down how that went, and gives the turn back: it may be called again. */
async function takeTurn(
  parts: DispatcherParts,
  hook: LeasedWebhook,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { db, clock, log, jitter = Math.random } = parts;
  const limit = hook.failures > 0 ? 1 : TURN_MESSAGES;
  const messages = await listDueMessages(db, hook, { now: clock.now(), limit });
  const tried: TriedMessage[] = [];
  const until = clock.now() + TURN_MS;
  const next = messages.values();
  let goesOn = true;
  const sendInOrder = async () => {
    for (const message of next) {
      const now = clock.now();
      const outgoing = signForWebhook(hook, message, { key: parts.webhookKey, now });
      const attempt = outgoing
        ? await parts.sender.send(outgoing, { signal })
        : { kind: 'failed' as const, error: 'AUTH_SECRET has changed: rotate the secret' };
      // An attempt that this process has cut short says nothing of the receiver.
      if (signal.aborted) return;
      tried.push({ message, attempt });
      goesOn &&= attempt.kind === 'answered' && attempt.status < 500 && attempt.status !== 429;
      if (!goesOn || clock.now() >= until) return;
    }
  };
  await Promise.all(Array.from({ length: MESSAGES_AT_ONCE }, sendInOrder));
  const result = judgeTurn(tried, hook, jitter());
  if ((result.kind === 'unavailable' || result.kind === 'gone') && hook.failures === 0) {
    log.warn({ webhook_id: hook.id, attempt: tried[0]?.attempt }, 'webhook receiver does not answer');
  }
  const ended = { result, now: clock.now(), jitter: jitter() };
  return async () => {
    const because = await settleTurn(db, hook, tried, ended);
    if (because) log.error({ webhook_id: hook.id, domain_id: hook.domain_id, because }, 'webhook disabled');
  };
}
