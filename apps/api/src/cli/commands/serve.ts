import type { Command } from 'commander';
import { SETTINGS } from '../../process/help.ts';

/** `scantix serve`: the server itself. It runs on after the command. */
export function addServeCommand(program: Command, serve: (args: readonly string[]) => Promise<void>): void {
  program
    .command('serve')
    .description('run the server until a signal stops it')
    .option('--https', 'serve TLS with a certificate that it signs itself, and listen on every address')
    .option('--demo', 'load demo data into an empty database')
    .addHelpText('after', `\n${SETTINGS}`)
    .action(async ({ https, demo }: { https?: true; demo?: true }) => {
      await serve([...(https ? ['--https'] : []), ...(demo ? ['--demo'] : [])]);
    });
}
