import { type AdminAuditEvent, AUDIT_ACTIONS, listAudit, listWholeAudit } from '@scantix/api-contract/admin';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { formatTable } from '../format-table.ts';
import { readPages } from '../read-pages.ts';

interface Options {
  readonly domain?: string;
  readonly action?: (typeof AUDIT_ACTIONS)[number];
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
}

/** `scantix audit`: who has done what. */
export function addAuditCommand(program: Command, cli: Cli): void {
  program
    .command('audit')
    .description('who has done what, the newest first')
    .option('-d, --domain <domain>', 'in this domain only; its name or id')
    .addOption(new Option('--action <action>', 'of this kind only').choices(AUDIT_ACTIONS))
    .option('--actor <login>', 'by this clerk only')
    .option('--since <time>', 'from this time on, such as 2026-11-21 or 2026-11-21T18:00+01:00', time)
    .option('--until <time>', 'before this time', time)
    .option('--limit <lines>', 'the most lines', lines, 100)
    .action(async ({ domain, limit, ...filters }: Options) => {
      const readPage = (cursor: string | undefined) => {
        const query = { ...filters, cursor };
        return domain === undefined
          ? cli.call(listWholeAudit, { query })
          : cli.call(listAudit, { params: { domain }, query });
      };
      const { items, isWhole } = await readPages(readPage, limit);
      cli.show({ items }, formatEvents);
      if (!isWhole) cli.terminal.err('scantix: There are older lines: a higher --limit shows them.\n');
    });
}

function formatEvents({ items }: { items: AdminAuditEvent[] }): string {
  return formatTable(
    ['TIME', 'ACTION', 'BY', 'ON', 'FROM', 'DETAIL'],
    items.map(({ at, action, actor, target, address, detail }) => [
      ...[at, action, actor.name ?? actor.kind, target?.name ?? target?.id, address],
      detail && JSON.stringify(detail),
    ]),
  );
}

/** @throws InvalidArgumentError */
function time(text: string): string {
  // JavaScript takes `5` for a day of 2001, and February 30 for March 2.
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || new Date(Date.parse(day) || 0).toISOString().slice(0, 10) !== day)
    throw new InvalidArgumentError('It must be a date or a time.');
  return new Date(ms).toISOString();
}

/** @throws InvalidArgumentError */
function lines(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.');
}
