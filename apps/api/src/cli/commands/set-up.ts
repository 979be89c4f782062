import { setUp } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { formatPassword } from './clerks.ts';

/** `scantix setup`: the first manager. */
export function addSetUpCommand(program: Command, cli: Cli): void {
  program
    .command('setup')
    .description('make the first domain and its manager, with a one-time password that is shown once')
    .option('--domain <name>', 'the name of the domain', 'My venue')
    .option('--login <login>', 'the login name of the manager', 'manager')
    .action(async (body: { domain: string; login: string }) => {
      cli.show(await cli.call(setUp, { body }), formatPassword);
    });
}
