import type { Command } from 'commander';
import { migrateServer } from '../../database/migrate-server.ts';
import { readDatabaseUrl } from '../../process/options.ts';
import type { Cli } from '../cli.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { formatFields } from '../format-table.ts';

/** `scantix migrate`: the one command that is no call, since no server starts on a schema that is behind. */
export function addMigrateCommand(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description("bring the database of DATABASE_URL to this build's schema; its user must be allowed to change it")
    .option('--grant-to <user>', 'the database user of the server, who gets what it needs and no more')
    .action(async ({ grantTo }: { grantTo?: string }) => {
      const url = readDatabaseUrl(cli.terminal.env);
      if (!url) {
        if (grantTo !== undefined)
          throw new UsageError('--grant-to needs DATABASE_URL: the embedded database has no users.');
        cli.show(
          { applied: [] },
          () => 'The embedded database migrates when the server starts: there is nothing to do.\n',
        );
        return;
      }
      const { applied, forgotten } = await migrateServer({ url, grantTo });
      cli.show({ applied }, () =>
        applied.length === 0 ? 'The schema is up to date.\n' : formatFields({ applied: applied.join(' ') }),
      );
      if (forgotten.length === 0) return;
      const names = forgotten.map((name) => `"${name}"`).join(', ');
      throw new CommandError(
        `${names} may not use every table: run it again with --grant-to, or its server does not start.`,
      );
    });
}
