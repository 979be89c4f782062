import {
  type AdminClerk,
  changeClerk,
  createClerk,
  listClerks,
  resetPassword,
  signOutClerk,
} from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { askNewPassword } from '../ask-new-password.ts';
import { chooseDomain, inDomain } from '../choose-domain.ts';
import type { Cli } from '../cli.ts';
import { formatFields, formatTable } from '../format-table.ts';

interface Options {
  readonly domain?: string;
  readonly name?: string;
  readonly workgroup: string;
  readonly password?: true;
}

/** `scantix clerks`: who may sign in. */
export function addClerkCommands(program: Command, cli: Cli): void {
  const clerks = program.command('clerks').description('who may sign in');

  inDomain(clerks.command('list'))
    .description('list the clerks')
    .action(async (options: Options) => {
      const domain = await chooseDomain(cli, options);
      cli.show(await cli.call(listClerks, { params: { domain } }), ({ items }) =>
        formatTable(
          ['LOGIN', 'NAME', 'WORKGROUP', 'STATE', 'SESSIONS', 'ID'],
          items.map((each) => [each.login, each.user_name, each.workgroup.name, stateOf(each), each.sessions, each.id]),
        ),
      );
    });

  withPassword(inDomain(clerks.command('create')))
    .description('create a clerk, with a one-time password that is shown once')
    .argument('<login>', 'the login name')
    .requiredOption('-w, --workgroup <workgroup>', 'its name or id')
    .option('--name <name>', 'the name of the person')
    .action(async (login: string, { workgroup, name, ...options }: Options) => {
      const password = options.password && (await askNewPassword(cli.terminal));
      const params = { domain: await chooseDomain(cli, options) };
      cli.show(
        await cli.call(createClerk, { params, body: { login, user_name: name, workgroup, password } }),
        formatPassword,
      );
    });

  inDomain(clerks.command('change'))
    .description('change name or workgroup of a clerk')
    .argument('<clerk>', 'the login name or id')
    .option('-w, --workgroup <workgroup>', 'name or id of another workgroup')
    .option('--name <name>', 'the name of the person')
    .action(async (clerk: string, { workgroup, name, ...options }: Options) => {
      const params = { domain: await chooseDomain(cli, options), clerk };
      cli.show(await cli.call(changeClerk, { params, body: { user_name: name, workgroup } }), formatClerk);
    });

  for (const [verb, disabled, description] of [
    ['disable', true, 'let a clerk sign in no more, and end every session'],
    ['enable', false, 'let a disabled clerk sign in again; no earlier session comes back'],
  ] as const) {
    inDomain(clerks.command(verb))
      .description(description)
      .argument('<clerk>', 'the login name or id')
      .action(async (clerk: string, options: Options) => {
        const params = { domain: await chooseDomain(cli, options), clerk };
        cli.show(await cli.call(changeClerk, { params, body: { disabled } }), formatClerk);
      });
  }

  withPassword(inDomain(clerks.command('reset-password')))
    .description('set a one-time password that is shown once, and end every session')
    .argument('<clerk>', 'the login name or id')
    .action(async (clerk: string, options: Options) => {
      const password = options.password && (await askNewPassword(cli.terminal));
      const params = { domain: await chooseDomain(cli, options), clerk };
      cli.show(await cli.call(resetPassword, { params, body: { password } }), formatPassword);
    });

  inDomain(clerks.command('sign-out'))
    .description('end every session of a clerk')
    .argument('<clerk>', 'the login name or id')
    .action(async (clerk: string, options: Options) => {
      const params = { domain: await chooseDomain(cli, options), clerk };
      cli.show(await cli.call(signOutClerk, { params }), ({ clerk: { login }, sessions_ended }) =>
        formatFields({ login, 'sessions ended': sessions_ended }),
      );
    });
}

const withPassword = (command: Command) =>
  command.option(
    '--password',
    'ask for the password instead of drawing one; without a terminal, the first line of the input',
  );

function stateOf({ disabled_at, password_is_one_time }: AdminClerk): string {
  if (disabled_at) return 'disabled';
  return password_is_one_time ? 'one-time password' : 'active';
}

function formatClerk(clerk: AdminClerk): string {
  const { login, user_name, workgroup, id } = clerk;
  return formatFields({ login, name: user_name, workgroup: workgroup.name, state: stateOf(clerk), id });
}

/** The password is told once: only its hash is kept. */
export function formatPassword({
  clerk,
  one_time_password,
}: {
  clerk: AdminClerk;
  one_time_password?: string | undefined;
}): string {
  const shown = formatClerk(clerk);
  return one_time_password ? `${shown}\nOne-time password, shown only now: ${one_time_password}\n` : shown;
}
