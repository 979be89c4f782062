import type { TicketImporter, TicketToImport } from './import-batch.ts';

/** Keeps an import from ending the validity of most tickets unasked: an export may be emptied, filtered or damaged. */
export interface CancellationGuard {
  /** Whether nothing is held back. */
  readonly allowed: boolean;
  /** Takes rows that would make valid tickets invalid that have not expired. */
  hold(rows: readonly TicketToImport[]): Promise<void>;
  /** Why what is held back may not be written; `undefined`: it may. */
  problem(): string | undefined;
  /** How many rows were held back. */
  count(): number;
  /** Gives the rows back in batches. */
  release(batchRows: number): Generator<TicketToImport[]>;
}

/**
 * So many cancellations need no permission in any domain, and this part of the valid tickets in a large one. Tickets that
 * have expired count on neither side: an export of the new season leaves those of the last one out.
 */
const FREE = { tickets: 10, part: 0.1 };

/**
 * Creates a guard.
 * @param allowed whether any number of cancellations is meant
 * @param newest the newest ticket before the first write: those that the file adds do not count; `undefined`: there was none
 */
export function createCancellationGuard(
  importer: TicketImporter,
  { allowed, newest }: { allowed: boolean; newest: string | undefined },
): CancellationGuard {
  let valid: number | undefined;
  let limit = 0;
  const kept: TicketToImport[] = [];
  let count = 0;
  return {
    allowed,
    async hold(rows) {
      if (rows.length === 0) return;
      // A file that ends no validity needs no count: with a million tickets it takes longer than a small import.
      valid ??= await countValid(importer, newest);
      limit = Math.max(FREE.tickets, Math.floor(valid * FREE.part));
      count += rows.length;
      kept.push(...rows.slice(0, Math.max(0, limit - kept.length)));
    },
    problem: () =>
      count > limit ? `${count} of ${valid} valid tickets that have not expired would no longer be valid` : undefined,
    count: () => count,
    *release(batchRows) {
      while (kept.length > 0) yield kept.splice(0, batchRows);
    },
  };
}

async function countValid({ db, clock, domainId }: TicketImporter, newest: string | undefined): Promise<number> {
  if (newest === undefined) return 0;
  const row = await db
    .selectFrom('tickets')
    .select((select) => select.fn.countAll().as('count'))
    .where('domain_id', '=', domainId)
    .where('status', '=', 'valid')
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', new Date(clock.now()))]))
    .where('id', '<=', newest)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
