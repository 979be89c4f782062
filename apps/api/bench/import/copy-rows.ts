import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import type { BenchDatabase } from '../../../../scripts/bench/database.ts';

/** A row of the benchmark's file. */
export interface BenchTicket {
  readonly barcode: string;
  readonly holder: string;
  readonly type: string;
  readonly order: string;
}

const COLUMNS =
  'id, domain_id, barcode, status, holder, type, order_name, works_at, entries_allowed, search_text, updated_at';

/**
 * Copies tickets into a domain by psql, with all columns made beforehand: one statement, which nobody checks, with the
 * table's own triggers.
 * @returns the seconds that it takes
 */
export async function copyRows(database: BenchDatabase, domain: string, tickets: Iterable<BenchTicket>) {
  const [row] = await database.query<{ id: string }>('select id from domains where name = $1', [domain]);
  if (!row) throw new Error(`There is no domain ${domain}`);
  const file = join(temporaryFolder(), 'tickets.csv');
  await pipeline(Readable.from(linesOf(row.id, tickets)), createWriteStream(file));
  const startedAt = performance.now();
  const copy = `\\copy tickets (${COLUMNS}) from '${file}' csv`;
  await promisify(execFile)('psql', [database.url, '-q', '-v', 'ON_ERROR_STOP=1', '-c', copy]);
  return (performance.now() - startedAt) / 1_000;
}

const LINES_A_PIECE = 1_000;

function* linesOf(domainId: string, tickets: Iterable<BenchTicket>): Generator<string> {
  const at = new Date().toISOString();
  let lines: string[] = [];
  for (const { barcode, holder, type, order } of tickets) {
    const bytes = `\\x${Buffer.from(barcode).toString('hex')}`;
    const search = [barcode, holder, order].join('\n').toLowerCase();
    lines.push(`${uuidv7()},${domainId},${bytes},valid,${holder},${type},${order},{},1,"${search}",${at}\n`);
    if (lines.length < LINES_A_PIECE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
