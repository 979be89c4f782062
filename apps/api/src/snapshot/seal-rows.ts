import { setImmediate } from 'node:timers/promises';
import type { Random } from '../system/random.ts';
import type { PageRow } from './read-page.ts';
import { sealRow } from './seal-row.ts';

/** How many rows are sealed before other requests run: a few milliseconds of work. */
const ROWS_AT_A_STRETCH = 250;

/** The rows of a page as lines. Sealing blocks this thread, so it pauses: a scan does not wait for a whole page. */
export async function sealRows(rows: readonly PageRow[], random: Random): Promise<Buffer> {
  const lines: string[] = [];
  for (const [index, { key, change, ticket }] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await setImmediate();
    const wireKey = Buffer.from(key).toString('base64');
    const row = ticket
      ? {
          key: wireKey,
          sealed: sealRow(ticket.state, { barcode: ticket.barcode, key, random }).toString('base64'),
          change,
        }
      : { key: wireKey, removed: true, change };
    lines.push(`${JSON.stringify(row)}\n`);
  }
  return Buffer.from(lines.join(''));
}
