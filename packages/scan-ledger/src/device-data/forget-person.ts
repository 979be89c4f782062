import type { Verdict } from '@scantix/api-contract';
import { openPart, type SealedRow, type StoredAnswer, sealShown } from '../store/rows.ts';
import type { Sealed, Sealer } from '../store/sealer.ts';

/** The sealed parts of a row that name a visitor. */
export type PersonalParts = Pick<SealedRow, 'shown' | 'answer' | 'answerAgain' | 'isForgotten'>;

/**
 * Returns the parts of a row without the visitor: holder, order, note and seat of the ticket. Everything else of the
 * verdict stays. A part that cannot be opened goes.
 */
export async function forgetPerson(sealer: Sealer, row: SealedRow): Promise<PersonalParts> {
  const shown = await openPart<Verdict>(sealer, row.shown, `shown ${row.id}`);
  return {
    shown: shown && (await sealShown(sealer, row.id, withoutPerson(shown))),
    answer: await forgetInAnswer(sealer, row.id, row.answer),
    ...(row.answerAgain ? { answerAgain: await forgetInAnswer(sealer, row.id, row.answerAgain) } : {}),
    isForgotten: true,
  };
}

async function forgetInAnswer(sealer: Sealer, id: string, part: Sealed | null): Promise<Sealed | null> {
  const answer = await openPart<StoredAnswer>(sealer, part, `answer ${id}`);
  if (!answer?.verdict) return part;
  return sealer.seal({ ...answer, verdict: withoutPerson(answer.verdict) }, `answer ${id}`);
}

function withoutPerson({ ticket, ...verdict }: Verdict): Verdict {
  if (!ticket) return verdict;
  const { note: _, seat: __, ...kept } = ticket;
  return { ...verdict, ticket: { ...kept, holder: null, order: null } };
}

/** Whether the parts of a row are still those that were read: another tab may have changed it. */
export function hasSameParts(row: SealedRow, read: SealedRow): boolean {
  const isSame = (one: Sealed | null | undefined, other: Sealed | null | undefined) =>
    String(one?.iv) === String(other?.iv);
  return isSame(row.shown, read.shown) && isSame(row.answer, read.answer) && isSame(row.answerAgain, read.answerAgain);
}
