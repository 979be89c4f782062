import type { AnswerHeaders, ApiOutcome } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { ScanTransport, TicketsSource } from '../ports/server.ts';
import type { KnownServers } from './create-known-servers.ts';
import { type HeardAnswer, hear, type KnownServer } from './known-server.ts';

/** Options of createHeardCalls. */
export interface HeardCallsOptions {
  readonly known: KnownServers;
  readonly owner: () => LedgerOwner | null;
  /** Called where something is to be offered again. */
  readonly onLost: () => void;
  /** Called with the server's build after each answer; `null`: it does not say. */
  readonly onBuild: (domain: string, build: string | null) => void;
  readonly log: LedgerLog;
}

/** Creates wrappers that listen to what every answer says of the server's database. */
export function createHeardCalls({ known, owner, onLost, onBuild, log }: HeardCallsOptions) {
  /** Whether something is left to offer again after the answer. */
  async function note(domain: string, before: Promise<KnownServer | null>, answer: HeardAnswer): Promise<boolean> {
    try {
      const first = await before;
      // Most answers change nothing: they need no transaction.
      if (!hear(first, first, answer)) return first?.offering !== undefined && first.offering !== null;
      const now = await known.change(domain, (stored) => hear(stored, first, answer));
      return now?.offering !== undefined && now.offering !== null;
    } catch (cause) {
      log({ name: 'ledger-epoch-not-saved', cause });
      return false;
    }
  }

  /** Makes a call and listens to its answer.  */
  async function heard<T>(
    call: () => Promise<ApiOutcome<T>>,
    { made = () => 0, distrusts = () => false }: HeardOptions<T> = {},
  ): Promise<ApiOutcome<T>> {
    const domain = owner()?.domain;
    if (domain === undefined) return call();
    const before = known.read(domain);
    before.catch(() => {});
    const outcome = await call();
    const headers = headersOf(outcome);
    // The answer may concern the domain of who has signed in since.
    if (!headers || owner()?.domain !== domain) return outcome;
    onBuild(domain, headers.build);
    const answer = { epoch: headers.epoch, receipt: headers.receipt, made: outcome.ok ? made(outcome.value) : 0 };
    const noting = note(domain, before, answer).then((isLeft) => {
      if (isLeft) onLost();
      return isLeft;
    });
    if (!distrusts(outcome) || !(await noting)) return outcome;
    return { ok: false, failure: { kind: 'unreachable', cause: new Error('the server has lost what it had') } };
  }

  return {
    transport: (transport: ScanTransport): ScanTransport => ({
      send: (scans, options) =>
        heard(() => transport.send(scans, options), {
          // Those of repeated scans may be of the time before this device got its id.
          made: ({ results }) =>
            Math.max(0, ...results.map(({ status, receipt }) => (status === 'recorded' ? (receipt ?? 0) : 0))),
        }),
      undo: (scanId, undo, options) =>
        heard(() => transport.undo(scanId, undo, options), {
          made: ({ status, receipt }) => (status === 'recorded' ? (receipt ?? 0) : 0),
          // A server that has lost the scan does not know what the undo is about: it comes after the scan.
          distrusts: (outcome) =>
            !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.code === 'not_found',
        }),
      listConflicts: (options) => heard(() => transport.listConflicts(options)),
      acknowledgeConflict: (id, options) => heard(() => transport.acknowledgeConflict(id, options)),
    }),
    tickets: (source: TicketsSource): TicketsSource => ({
      fetchPage: (page, options) => heard(() => source.fetchPage(page, options)),
      // Its answer may come from the browser's cache, with the headers of that time.
      fetchSegment: (segment, options) => source.fetchSegment(segment, options),
    }),
  };
}

interface HeardOptions<T> {
  /** Returns the highest receipt number of the changes that the call has made. */
  readonly made?: (value: T) => number;
  /** Whether the outcome is no answer where the server has lost something. */
  readonly distrusts?: (outcome: ApiOutcome<T>) => boolean;
}

function headersOf(outcome: ApiOutcome<unknown>): AnswerHeaders | null {
  if (outcome.ok) return outcome.answer;
  return outcome.failure.kind === 'refused' ? outcome.failure.answer : null;
}
