import { WORKGROUP_RIGHTS } from '@scantix/api-contract';
import {
  type AdminWorkgroup,
  changeWorkgroup,
  createWorkgroup,
  deleteWorkgroup,
  listWorkgroups,
} from '@scantix/api-contract/admin';
import { type Command, Option } from 'commander';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { UsageError } from '../command-error.ts';
import { formatFields, formatTable } from '../format-table.ts';

interface Options {
  readonly domain?: string;
  readonly name?: string;
  readonly rights?: AdminWorkgroup['rights'] | false;
  readonly checkpoints?: string[] | false;
  readonly nameSearch?: boolean;
}

/** `scantix workgroups`: what clerks may do, and where. */
export function addWorkgroupCommands(program: Command, cli: Cli): void {
  const workgroups = program.command('workgroups').description('what clerks may do, and where');

  inDomain(workgroups.command('list'))
    .description('list the workgroups')
    .action(async (options: Options) => {
      const domain = await chooseDomain(cli, options);
      cli.show(await cli.call(listWorkgroups, { params: { domain } }), ({ items }) =>
        formatTable(
          ['NAME', 'RIGHTS', 'CLERKS', 'CHECKPOINTS', 'ID'],
          items.map((each) => [each.name, rightsOf(each), each.clerks, checkpointsOf(each), each.id]),
        ),
      );
    });

  withSettings(inDomain(workgroups.command('create')))
    .description('create a workgroup, with the right "scan" if none is given')
    .argument('<name>')
    .action(async (name: string, options: Options) => {
      const params = { domain: await chooseDomain(cli, options) };
      cli.show(await cli.call(createWorkgroup, { params, body: { name, ...settingsOf(options) } }), formatWorkgroup);
    });

  withSettings(inDomain(workgroups.command('change')))
    .description('change what is given: name, rights, checkpoints, the search by name')
    .argument('<workgroup>', 'its name or id')
    .option('--name <name>', 'its new name')
    .action(async (workgroup: string, { name, ...options }: Options) => {
      const body = { name, ...settingsOf(options) };
      if (Object.values(body).every((value) => value === undefined)) throw new UsageError('There is nothing to change');
      const params = { domain: await chooseDomain(cli, options), workgroup };
      cli.show(await cli.call(changeWorkgroup, { params, body }), formatWorkgroup);
    });

  inDomain(workgroups.command('delete'))
    .description('delete a workgroup without clerks')
    .argument('<workgroup>', 'its name or id')
    .action(async (workgroup: string, options: Options) => {
      const params = { domain: await chooseDomain(cli, options), workgroup };
      cli.show(await cli.call(deleteWorkgroup, { params }), ({ name }) => formatFields({ deleted: name }));
    });
}

/** Names may have commas, so that lists are several words. */
function withSettings(command: Command): Command {
  return command
    .addOption(new Option('--rights <rights...>', 'all of its rights').choices(WORKGROUP_RIGHTS))
    .option('--no-rights', 'its clerks may do nothing')
    .option('--checkpoints <checkpoints...>', 'all of its checkpoints, by name or id')
    .option('--no-checkpoints', 'its clerks scan nowhere')
    .option('--name-search', 'the right "scan" includes the search by name')
    .option('--no-name-search', 'it does not');
}

/** An option that was not given changes nothing; commander sets those with a `--no-` form to `true`. */
function settingsOf({ rights, checkpoints, nameSearch }: Options) {
  const listOf = <Item>(value: Item[] | boolean | undefined): Item[] | undefined => {
    if (value === false) return [];
    return value === true ? undefined : value;
  };
  return { rights: listOf(rights), checkpoints: listOf(checkpoints), name_search: nameSearch };
}

const rightsOf = ({ rights, name_search }: AdminWorkgroup) => [...rights, ...(name_search ? ['search'] : [])].join(' ');
const checkpointsOf = ({ checkpoints }: AdminWorkgroup) => checkpoints.map(({ name }) => name).join('; ');

function formatWorkgroup(workgroup: AdminWorkgroup): string {
  const { name, clerks, id } = workgroup;
  return formatFields({ name, rights: rightsOf(workgroup), checkpoints: checkpointsOf(workgroup), clerks, id });
}
