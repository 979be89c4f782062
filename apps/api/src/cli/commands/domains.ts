import { type AdminDomain, changeDomain, createDomain, listDomains } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
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
          ['NAME', 'TICKETING', 'ID'],
          items.map(({ name, ticketing, id }) => [name, ticketing, id]),
        ),
      );
    });

  domains
    .command('create')
    .description('create a domain')
    .argument('<name>')
    .option('--without-tickets', 'scans are only recorded, and checked against no ticket')
    .action(async (name: string, { withoutTickets }: { withoutTickets?: true }) => {
      const ticketing = withoutTickets ? 'off' : 'on';
      cli.show(await cli.call(createDomain, { body: { name, ticketing } }), formatDomain);
    });

  domains
    .command('rename')
    .description('give a domain another name')
    .argument('<domain>', 'its name or id')
    .argument('<name>', 'the new name')
    .action(async (domain: string, name: string) => {
      cli.show(await cli.call(changeDomain, { params: { domain }, body: { name } }), formatDomain);
    });
}

function formatDomain({ name, ticketing, id }: AdminDomain): string {
  return formatFields({ name, ticketing, id });
}
