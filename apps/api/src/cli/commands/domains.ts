import { type AdminDomain, changeDomain, createDomain, listDomains } from '@scantix/api-contract/admin';
import { type Command, InvalidArgumentError } from 'commander';
import type { Cli } from '../cli.ts';
import { formatFields, formatTable } from '../format-table.ts';

/** `scantix domains`: the tenants of this installation. */
export function addDomainCommands(program: Command, cli: Cli): void {
  const domains = program.command('domains').description('the tenants of this installation');

  domains
    .command('list')
    .description('list the domains')
    .action(async () => {
      cli.show(await cli.call(listDomains, {}), ({ items }) =>
        formatTable(
          ['NAME', 'TICKETING', 'TIME ZONE', 'ID'],
          items.map(({ name, ticketing, time_zone, id }) => [name, ticketing, time_zone ?? 'UTC', id]),
        ),
      );
    });

  domains
    .command('create')
    .description('create a domain')
    .argument('<name>')
    .option('--without-tickets', 'scans are only recorded, and checked against no ticket')
    .option('--time-zone <zone>', 'of its hours in reports: Europe/Berlin; UTC if it is not given')
    .action(async (name: string, { withoutTickets, timeZone }: { withoutTickets?: true; timeZone?: string }) => {
      const ticketing = withoutTickets ? 'off' : 'on';
      cli.show(await cli.call(createDomain, { body: { name, ticketing, time_zone: timeZone } }), formatDomain);
    });

  domains
    .command('rename')
    .description('give a domain another name')
    .argument('<domain>', 'its name or id')
    .argument('<name>', 'the new name')
    .action(async (domain: string, name: string) => {
      cli.show(await cli.call(changeDomain, { params: { domain }, body: { name } }), formatDomain);
    });

  domains
    .command('set')
    .description('change what is given of a domain')
    .argument('<domain>', 'its name or id')
    .option('--time-zone <zone>', 'of its hours in reports: Europe/Berlin')
    .option(
      '--erase-after <days>',
      'scans lose name, note, order and seat of the holder after these days; off: never',
      days,
    )
    .option('--delete-after <days>', 'scans are deleted after these days; off: never', days)
    .action(async (domain: string, flags: { timeZone?: string; eraseAfter?: Days; deleteAfter?: Days }) => {
      const { timeZone, eraseAfter, deleteAfter } = flags;
      const body = { time_zone: timeZone, erase_after_days: eraseAfter?.days, delete_after_days: deleteAfter?.days };
      cli.show(await cli.call(changeDomain, { params: { domain }, body }), formatDomain);
    });
}

/** `null`: off. */
interface Days {
  readonly days: number | null;
}

function days(text: string): Days {
  if (text === 'off') return { days: null };
  if (/^\d+$/.test(text)) return { days: Number(text) };
  throw new InvalidArgumentError('It is a number of days, or off.');
}

function formatDomain(domain: AdminDomain): string {
  const { name, ticketing, id, time_zone, erase_after_days, delete_after_days } = domain;
  const after = (kept: number | null | undefined) => (kept ? `after ${kept} days` : 'never');
  const scans = { 'scans erased': after(erase_after_days), 'scans deleted': after(delete_after_days) };
  return formatFields({ name, ticketing, 'time zone': time_zone ?? 'UTC', ...scans, id });
}
