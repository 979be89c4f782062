import { IMPORT_PRESETS, TICKET_STATUSES, type TicketStatus } from '@scantix/api-contract';
import {
  type AdminTicket,
  cancelTickets,
  eraseHolder,
  exportTickets,
  importDomainTickets,
  listTickets,
  showTicket,
} from '@scantix/api-contract/admin';
import { type Command, Option } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import { type Cli, requireName } from '../cli.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { formatFields, formatTable } from '../format-table.ts';
import { downloadTo } from '../tickets/download-to.ts';
import { formatReport } from '../tickets/format-report.ts';
import { openSource } from '../tickets/open-source.ts';
import { sendImport } from '../tickets/send-import.ts';

interface ImportFlags {
  readonly domain?: string;
  readonly preset?: string;
  readonly map?: string;
  readonly delimiter?: string;
  readonly timeZone?: string;
  readonly dateOrder?: string;
  readonly dryRun?: true;
  readonly cancelMissing?: true;
  readonly allowCancellations?: true;
  readonly codeKeyFile?: string;
}

/** `scantix tickets`: import, export and look after the tickets of a domain. */
export function addTicketCommands(program: Command, cli: Cli): void {
  const tickets = program.command('tickets').description("a domain's tickets");
  addImport(tickets, cli);
  addExport(tickets, cli);
  addReading(tickets, cli);
  addErasure(tickets, cli);
}

function addImport(tickets: Command, cli: Cli): void {
  inDomain(tickets.command('import'))
    .description('import a CSV or NDJSON file; a repeat changes nothing')
    .argument('<file>', '- reads standard input')
    .addOption(new Option('--preset <system>', 'the file is the export of this system').choices(IMPORT_PRESETS))
    .option('--map <fields>', 'field=Column,… for other columns: barcode=Code,holder="Attendee name"')
    .addOption(new Option('--delimiter <sign>', 'between the cells').choices([',', ';', '|', 'tab']))
    .option('--time-zone <zone>', 'of the venue, for times without one: Europe/Berlin')
    .addOption(new Option('--date-order <order>', 'of dates such as 03/04/2026').choices(['dmy', 'mdy']))
    .option('--dry-run', 'only count what would change')
    .option('--cancel-missing', 'cancel the valid tickets that the file does not have')
    .option('--allow-cancellations', 'also if many tickets are no longer valid then')
    .option('--code-key-file <file>', "the event's private key, for alf.io")
    .action(async (file: string, flags: ImportFlags) => {
      requireName(file);
      const source = await openSource(file);
      const report = await sendImport(cli, importDomainTickets, {
        ...{ domain: await chooseDomain(cli, flags), source, codeKeyFile: flags.codeKeyFile },
        options: {
          ...{ preset: flags.preset, map: flags.map, delimiter: flags.delimiter },
          ...{ time_zone: flags.timeZone, date_order: flags.dateOrder, file: source.name },
          ...{ dry_run: flags.dryRun, cancel_missing: flags.cancelMissing },
          allow_cancellations: flags.allowCancellations,
        },
      });
      cli.show(report, formatReport);
      const { rejected } = report;
      if (rejected > 0)
        throw new CommandError(`${rejected} ${rejected === 1 ? 'row is' : 'rows are'} wrong; the others count`);
    });
}

function addExport(tickets: Command, cli: Cli): void {
  inDomain(tickets.command('export'))
    .description('export all tickets: NDJSON can be imported again, CSV is for spreadsheets')
    .addOption(new Option('--format <format>').choices(['csv', 'ndjson']).default('csv'))
    .option('--output <file>', 'a new file instead of standard output')
    .action(async ({ format, output, ...options }: { domain?: string; format: 'csv' | 'ndjson'; output?: string }) => {
      requireName(output);
      const domain = await chooseDomain(cli, options);
      await downloadTo(cli, exportTickets, { domain, query: { format }, output });
    });
}

function addReading(tickets: Command, cli: Cli): void {
  inDomain(tickets.command('list'))
    .description('list tickets, the newest first')
    .option('--search <text>', 'part of holder, order or barcode')
    .addOption(new Option('--status <status>').choices(TICKET_STATUSES))
    .option('--cursor <cursor>', 'the next page')
    .action(async ({ search, status, cursor, ...options }: ListFlags) => {
      const domain = await chooseDomain(cli, options);
      const body = { ...(search && { query: search }), ...(status && { status }), ...(cursor && { cursor }) };
      const page = await cli.call(listTickets, { params: { domain }, body });
      cli.show(
        page,
        ({ items, next_cursor }) => formatList(items) + (next_cursor ? `more: --cursor ${next_cursor}\n` : ''),
      );
    });
  inDomain(tickets.command('show'))
    .description('show one ticket')
    .argument('<barcode>')
    .action(async (barcode: string, options: { domain?: string }) => {
      const domain = await chooseDomain(cli, options);
      cli.show(await cli.call(showTicket, { params: { domain }, body: { barcode } }), (ticket) =>
        formatFields({ ...ticket, works_at: ticket.works_at.join(', ') || 'everywhere' }),
      );
    });
  inDomain(tickets.command('cancel'))
    .description('cancel tickets, all or none')
    .argument('<barcode...>')
    .action(async (barcodes: string[], options: { domain?: string }) => {
      const domain = await chooseDomain(cli, options);
      cli.show(await cli.call(cancelTickets, { params: { domain }, body: { barcodes } }), formatFields);
    });
}

interface ListFlags {
  readonly domain?: string;
  readonly search?: string;
  readonly status?: TicketStatus;
  readonly cursor?: string;
}

function formatList(items: readonly AdminTicket[]): string {
  return formatTable(
    ['BARCODE', 'STATUS', 'HOLDER', 'TYPE', 'ORDER', 'USED'],
    items.map((each) => [
      ...[each.barcode, each.status, each.holder, each.type, each.order],
      `${each.entries_used} of ${each.entries_allowed}`,
    ]),
  );
}

function addErasure(tickets: Command, cli: Cli): void {
  inDomain(tickets.command('erase'))
    .description("erase ticket holders' names, notes, orders and seats; tickets and scans stay")
    .option('--holder <name>', 'everybody with this name')
    .option('--code <barcode...>', 'the holders of these tickets')
    .option('--dry-run', 'only count')
    .action(async ({ holder, code, dryRun, ...options }: EraseFlags) => {
      const domain = await chooseDomain(cli, options);
      if ((holder === undefined) === (code === undefined)) throw new UsageError('Give either --holder or --code');
      const body = { ...(holder === undefined ? { barcodes: code } : { holder }), dry_run: dryRun ?? false };
      const counts = await cli.call(eraseHolder, { params: { domain }, body });
      cli.show(counts, formatFields);
      if (counts.tickets + counts.scans === 0) throw new CommandError('Nothing names this holder');
    });
}

interface EraseFlags {
  readonly domain?: string;
  readonly holder?: string;
  readonly code?: string[];
  readonly dryRun?: true;
}
