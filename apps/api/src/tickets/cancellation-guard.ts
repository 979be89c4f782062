import type { TicketImporter, TicketToImport } from './import-batch.ts';

/** Keeps an import from ending the validity of most tickets unasked: an export may be emptied, filtered or damaged. */
export interface CancellationGuard {
  /** Whether nothing is held back. */
  readonly allowed: boolean;
  /** Takes rows that would make valid tickets invalid. */
  hold(rows: readonly TicketToImport[]): void;
  /** Why what is held back may not be written; `undefined`: it may. */
  problem(): string | undefined;
  /** How many rows were held back. */
  count(): number;
  /** Gives the rows back in batches. */
  release(batchRows: number): Generator<TicketToImport[]>;
}

/** So many cancellations need no permission in any domain, and this part of the valid tickets in a large one. */
const FREE = { tickets: 10, part: 0.1 };

/**
 * Creates a guard. It counts the valid tickets, so create it before the first write: those that the file adds do not count.
 * @param allowed whether any number of cancellations is meant
 */
export async function createCancellationGuard(
  importer: TicketImporter,
  { allowed }: { allowed: boolean },
): Promise<CancellationGuard> {
  const valid = allowed ? 0 : await countValid(importer);
  const limit = Math.max(FREE.tickets, Math.floor(valid * FREE.part));
  const kept: TicketToImport[] = [];
  let count = 0;
  return {
    allowed,
    hold(rows) {
      count += rows.length;
      kept.push(...rows.slice(0, Math.max(0, limit - kept.length)));
    },
    problem: () => (count > limit ? `${count} of ${valid} valid tickets would no longer be valid` : undefined),
    count: () => count,
    *release(batchRows) {
      while (kept.length > 0) yield kept.splice(0, batchRows);
    },
  };
}

async function countValid({ db, domainId }: TicketImporter): Promise<number> {
  const row = await db
    .selectFrom('tickets')
    .select((select) => select.fn.countAll().as('count'))
    .where('domain_id', '=', domainId)
    .where('status', '=', 'valid')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
