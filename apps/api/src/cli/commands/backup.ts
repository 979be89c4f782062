import { resolve } from 'node:path';
import { makeBackup } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { NoBackupError, restore } from '../../backup/restore.ts';
import { becomeOwner } from '../../data-dir/become-owner.ts';
import { type Cli, requireName } from '../cli.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { formatFields } from '../format-table.ts';

/** `scantix backup` and `scantix restore`, of the embedded database. */
export function addBackupCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('backup')
    .description('copy the embedded database and its secret into a new folder, while the server runs or not')
    .argument('<folder>', 'a folder that does not exist yet')
    .action(async (folder: string) => {
      requireName(folder);
      terminal.err('Copying the database …\n');
      cli.show(await cli.call(makeBackup, { body: { folder: resolve(folder) } }), (report) =>
        formatFields({
          folder: report.folder,
          files: report.files,
          size: `${(report.bytes / 1e6).toFixed(1)} MB`,
          paused: `${report.paused_ms} ms`,
        }),
      );
    });

  program
    .command('restore')
    .description('put a backup in the place of the embedded database, which is kept beside; stop the server first')
    .argument('<folder>', 'the folder of the backup')
    .action(async (folder: string) => {
      requireName(folder);
      if (terminal.env.DATABASE_URL) {
        throw new UsageError('A PostgreSQL server is restored by its own means, such as pg_restore');
      }
      terminal.err('Copying the backup …\n');
      const { dataDir } = cli;
      becomeOwner(dataDir);
      try {
        const { kept } = await restore({ dataDir, folder: resolve(folder), now: new Date() });
        cli.show({ restored: dataDir, kept }, (done) => formatFields({ restored: done.restored, kept: done.kept }));
      } catch (error) {
        if (error instanceof NoBackupError) throw new CommandError(error.message, { cause: error });
        throw error;
      }
    });
}
