import type { AnswerHeaders, ApiOutcome } from '@scantix/api-contract';
import { withinTime } from '@scantix/runtime-utils';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import { serverFact } from './server-fact.ts';

/** How long reading what is known of the server may take, in milliseconds. */
const READ_LIMIT_MS = 100;

/** Stands for what could not be read. */
const UNREAD = 'unread';
const unread = () => UNREAD;

/** An answer, with what was known of the server when its call began. */
export interface HeardAnswer {
  readonly domain: string;
  /** The fact of the server, as it was stored; none where it could not be read. */
  readonly before: unknown;
  readonly outcome: ApiOutcome<unknown>;
  readonly headers: AnswerHeaders;
}

/** Options of listenToAnswers. */
export interface AnswerListenerOptions {
  readonly facts: Pick<FactsStore, 'read'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  /** Called with the server's build, before the caller gets its answer; '': it does not say. */
  readonly onBuild: (build: string) => void;
  /** Called with each answer. Resolves to whether the server lacks what it had; never rejects. */
  readonly onAnswer: (answer: HeardAnswer) => Promise<boolean>;
}

/** Returns the same port; each answer to one of its calls is heard. */
export function listenToAnswers<Port extends object>(port: Port, options: AnswerListenerOptions): Port {
  const { facts, owner, clock, onBuild, onAnswer } = options;

  async function listen(call: () => Promise<ApiOutcome<unknown>>, isUndo: boolean): Promise<ApiOutcome<unknown>> {
    const who = owner();
    if (!who) return call();
    const { domain, domainId } = who;
    // Asked before the call, so that the storage reads it before what other calls change meanwhile. The call itself does not
    // wait for a disk. With a slow one its answer is compared with nothing; an undo has time, and its refusal would be final.
    const reading = facts.read(serverFact(domain));
    const limit = { timeoutMs: READ_LIMIT_MS, onTimeout: unread, clock };
    const known = (isUndo ? reading : withinTime(reading, limit)).catch(unread);
    const outcome = await call();
    const answered = outcome.ok ? outcome : outcome.failure;
    // The answer may concern the domain of who has signed in since.
    if (!('answer' in answered) || owner()?.domain !== domain) return outcome;
    // A refusal that does not say may be that of something before the server.
    const { build } = answered.answer;
    if (outcome.ok || build !== null) onBuild(build ?? '');
    // What was read may be of the domain that had the name before the id was known.
    const judge = async () => onAnswer({ domain, before: await known, outcome, headers: answered.answer });
    const judged = owner()?.domainId !== domainId || judge();
    if (!isUndo || !('code' in answered) || answered.code !== 'not_found') return outcome;
    // A server that has lost the scan does not know what its undo is about: the undo comes after the scan.
    if ((await known) !== UNREAD && !(await judged)) return outcome;
    return { ok: false, failure: { kind: 'unreachable', cause: new Error('The scan comes first.') } };
  }

  return new Proxy(port, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      // A segment may come from the browser's cache, with the headers of that time.
      if (name === 'fetchSegment') return call.bind(target);
      return (...parameters: unknown[]) => listen(() => call.apply(target, parameters), name === 'undo');
    },
  });
}
