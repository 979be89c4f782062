import { setImmediate } from 'node:timers/promises';
import type { Database } from './tables.ts';

/** Rows of a table of one domain with an id after `after` and up to `upTo`; `undefined`: no limit. */
export interface IdRange {
  readonly after: string | undefined;
  readonly upTo: string | undefined;
}

/**
 * Divides the rows of a domain into ranges that are read one by one: no statement gets near its time limit, and calls run
 * in between. Rows that are added meanwhile are in the last range, or in none.
 */
export async function* idRanges(
  db: Database,
  table: 'tickets' | 'scans',
  { domainId, rowsAtOnce }: { domainId: string; rowsAtOnce: number },
): AsyncGenerator<IdRange> {
  let after: string | undefined;
  do {
    const last = await db
      .selectFrom(table)
      .select('id')
      .where('domain_id', '=', domainId)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .offset(rowsAtOnce - 1)
      .limit(1)
      .executeTakeFirst();
    yield { after, upTo: last?.id };
    after = last?.id;
    // The embedded database answers without a turn of the event loop: no request would be read.
    await setImmediate();
  } while (after !== undefined);
}
