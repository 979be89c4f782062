import { type AdminCheckpoint, changeCheckpoint, createCheckpoint, listCheckpoints } from '@scantix/api-contract/admin';
import { type Command, InvalidArgumentError } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { formatFields, formatTable } from '../format-table.ts';

interface Options {
  readonly domain?: string;
  readonly name?: string;
  readonly id?: string;
  readonly capacity?: number | null;
  readonly position?: number;
}

/** `scantix checkpoints`: the places where visitors are let in. */
export function addCheckpointCommands(program: Command, cli: Cli): void {
  const checkpoints = program.command('checkpoints').description('the places where visitors are let in');

  inDomain(checkpoints.command('list'))
    .description('list the checkpoints, closed ones too')
    .action(async (options: Options) => {
      const domain = await chooseDomain(cli, options);
      cli.show(await cli.call(listCheckpoints, { params: { domain } }), ({ items }) =>
        formatTable(
          ['NAME', 'CAPACITY', 'CLOSED SINCE', 'ID'],
          items.map(({ name, capacity, closed_at, id }) => [name, capacity, closed_at, id]),
        ),
      );
    });

  inDomain(checkpoints.command('create'))
    .description('create a checkpoint')
    .argument('<name>')
    .option('--capacity <visitors>', 'how many visitors fit in behind it', wholeNumber)
    .option('--id <id>', 'that of a checkpoint which a restore has lost: scans on devices name it', uuid)
    .action(async (name: string, { capacity, id, ...options }: Options) => {
      const params = { domain: await chooseDomain(cli, options) };
      cli.show(await cli.call(createCheckpoint, { params, body: { name, capacity, id } }), formatCheckpoint);
    });

  inDomain(checkpoints.command('change'))
    .description('change name, capacity or place of a checkpoint')
    .argument('<checkpoint>', 'its name or id')
    .option('--name <name>', 'its new name')
    .option('--capacity <visitors>', 'how many visitors fit in behind it; 0: unknown', wholeNumber)
    .option('--position <number>', 'its place in lists, from 0', wholeNumber)
    .action(async (checkpoint: string, { name, capacity, position, ...options }: Options) => {
      const params = { domain: await chooseDomain(cli, options), checkpoint };
      const body = { name, position, capacity: capacity === 0 ? null : capacity };
      cli.show(await cli.call(changeCheckpoint, { params, body }), formatCheckpoint);
    });

  for (const [verb, closed, description] of [
    [
      'close',
      true,
      'take a checkpoint out of use and from its workgroups, once "scantix devices list" shows nothing waiting; scans that ' +
        'are sent later are still recorded, with the mark "outside_rights"',
    ],
    [
      'open',
      false,
      'take a closed checkpoint into use again; give it to its workgroups again by "scantix workgroups change"',
    ],
  ] as const) {
    inDomain(checkpoints.command(verb))
      .description(description)
      .argument('<checkpoint>', 'its name or id')
      .action(async (checkpoint: string, options: Options) => {
        const params = { domain: await chooseDomain(cli, options), checkpoint };
        cli.show(await cli.call(changeCheckpoint, { params, body: { closed } }), formatCheckpoint);
      });
  }
}

/**
 * Reads a whole number from 0.
 * @throws InvalidArgumentError
 */
function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** @throws InvalidArgumentError */
function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be a UUID.');
}

function formatCheckpoint({ name, capacity, closed_at, id }: AdminCheckpoint): string {
  return formatFields({ name, capacity, ...(closed_at ? { 'closed since': closed_at } : {}), id });
}
