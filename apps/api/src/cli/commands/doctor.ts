import { examine } from '@scantix/api-contract/admin';
import type { Command } from 'commander';
import { becomeOwner } from '../../data-dir/become-owner.ts';
import type { Cli } from '../cli.ts';
import { CommandError } from '../command-error.ts';
import { formatTable } from '../format-table.ts';

/** `scantix doctor`: what is wrong with an installation. Something that failed is exit code 1. */
export function addDoctorCommand(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check what the server depends on')
    .action(async () => {
      // Root may read what the server may not.
      becomeOwner(cli.dataDir);
      const answer = await cli.call(examine, {});
      cli.show(answer, ({ findings }) =>
        formatTable(
          ['CHECK', 'STATUS', 'FOUND'],
          findings.map(({ check, status, message }) => [check, status, message]),
        ),
      );
      const failed = answer.findings.filter(({ status }) => status === 'failed').map(({ check }) => check);
      if (failed.length > 0) throw new CommandError(`These checks failed: ${failed.join(', ')}.`);
    });
}
