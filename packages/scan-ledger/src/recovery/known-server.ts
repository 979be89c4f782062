import type { AnswerHeaders } from '@scantix/api-contract';
import * as z from 'zod/mini';
import type { LostReceipts } from '../ports/outbox-store.ts';

/** What this device knows of the server's database of one domain; kept as a fact. */
export const knownServer = z.object({
  /** The id of the database. */
  epoch: z.string(),
  /** The highest receipt number of this device. */
  receipt: z.number(),
  /** The identifier that the number belongs to. */
  device: z.string(),
  /** What is offered again, until every scan has been looked at. */
  offering: z.nullable(
    z.object({
      above: z.nullable(z.number()),
      /** The id of the last scan that was looked at; '' at the beginning. */
      after: z.string(),
    }),
  ),
  /** Number of scans offered again since nothing waited. */
  offered: z.number(),
  /** Number of losses noticed; it tells their offerings apart. Missing before the first one. */
  losses: z.optional(z.number()),
});
/** What this device knows of the server's database of one domain. */
export type KnownServer = z.infer<typeof knownServer>;

/** An answer, as far as it tells about the database. */
export interface ServerAnswer extends Pick<AnswerHeaders, 'epoch' | 'receipt'> {
  /** The highest receipt number of the changes that the call itself has made; 0: none. */
  readonly made: number;
  /** The identifier of this device. */
  readonly device: string;
}

/**
 * Whether the session is of another identifier than the number that is known. It is made anew, so its number begins at 0;
 * a session that began before has the number of the former one.
 */
const isAnew = (known: KnownServer, { receipt, device }: ServerAnswer) => receipt === 0 && known.device !== device;

/**
 * Judges an answer by what was known when its call began: which receipts of this device the server has lost since.
 * `null`: none, or the server does not say.
 */
export function judgeAnswer(known: KnownServer | null, answer: ServerAnswer): LostReceipts | null {
  const { epoch, receipt } = answer;
  if (!known || epoch === null || receipt === null) return null;
  if (epoch !== known.epoch) return { epoch, above: null };
  return receipt < known.receipt && !isAnew(known, answer) ? { epoch, above: receipt } : null;
}

/**
 * Returns what is known after an answer; `null` where that does not change.
 * @param stored what is stored now: other calls may have ended since this one began
 * @param before what was stored when the call began
 */
export function hear(stored: KnownServer | null, before: KnownServer | null, answer: ServerAnswer): KnownServer | null {
  const { epoch, receipt, made, device } = answer;
  if (epoch === null || receipt === null) return null;
  const highest = Math.max(receipt, made);
  if (!stored) return { epoch, receipt: highest, device, offering: null, offered: 0 };
  // A number of 0 is that of the present identifier; another may be the former one's, whose session goes on.
  const numberOf = receipt === 0 ? device : stored.device;
  const lost = judgeAnswer(before, answer);
  if (lost) {
    // A call that ended meanwhile has noticed another database.
    if (stored.epoch !== before?.epoch) return null;
    const isChanged = stored.receipt !== before.receipt;
    // The answers of calls that overlap arrive in any order: one that ended meanwhile may have noticed the same loss, or
    // only raised the number.
    if (isChanged && isOffered(stored, lost)) return null;
    return {
      epoch,
      receipt: isChanged && epoch === stored.epoch ? Math.max(stored.receipt, highest) : highest,
      device: numberOf,
      offering: { above: aboveOf(stored, lost), after: '' },
      offered: stored.offering ? stored.offered : 0,
      losses: (stored.losses ?? 0) + 1,
    };
  }
  if (stored.epoch !== epoch) return null;
  if (isAnew(stored, answer)) return { ...stored, receipt: highest, device: numberOf };
  return highest > stored.receipt ? { ...stored, receipt: highest, device: numberOf } : null;
}

/** Whether what is being offered again includes a loss. */
function isOffered({ epoch, offering }: KnownServer, lost: LostReceipts): boolean {
  if (!offering || epoch !== lost.epoch) return false;
  return offering.above === null || (lost.above !== null && offering.above <= lost.above);
}

/** Where an earlier loss is still being offered again, what it began with is included. */
function aboveOf({ epoch, offering }: KnownServer, lost: LostReceipts): number | null {
  const earlier = offering && epoch === lost.epoch ? offering.above : null;
  return earlier === null || lost.above === null ? lost.above : Math.min(earlier, lost.above);
}

/** The fact after a step of offering again; `null` where the step belongs to a loss before the newest. */
export function stepped(
  stored: KnownServer | null,
  { of, offered, last }: { readonly of: KnownServer; readonly offered: number; readonly last: string | null },
): KnownServer | null {
  if (!stored?.offering || stored.losses !== of.losses) return null;
  // Another tab may be further already.
  const after = last !== null && last > stored.offering.after ? last : stored.offering.after;
  return {
    ...stored,
    offered: stored.offered + offered,
    offering: last === null ? null : { ...stored.offering, after },
  };
}
