import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCheckpointCommands } from './commands/checkpoints.ts';
import { addClerkCommands } from './commands/clerks.ts';
import { addDeviceCommands } from './commands/devices.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDomainCommands } from './commands/domains.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSetUpCommand } from './commands/set-up.ts';
import { addTicketCommands } from './commands/tickets.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkgroupCommands } from './commands/workgroups.ts';

/** What the program has beside the administration: its server, and the line that `--version` writes. */
export interface ProgramItself {
  readonly serve: (args: readonly string[]) => Promise<void>;
  readonly version: string;
}

/** Every command with its arguments. */
export function createProgram(createCli: (program: Command) => Cli, { serve, version }: ProgramItself): Command {
  const program = new Command('scantix')
    .description(
      'Runs a Scantix server, and administers it: the one that runs on DATA_DIR, or the database of DATABASE_URL.',
    )
    .option('--json', 'write JSON for programs')
    .version(version)
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride();
  const cli = createCli(program);
  addServeCommand(program, serve);
  addSetUpCommand(program, cli);
  addMigrateCommand(program, cli);
  addDomainCommands(program, cli);
  addDeviceCommands(program, cli);
  addSessionCommands(program, cli);
  addKeyCommands(program, cli);
  addWebhookCommands(program, cli);
  addTicketCommands(program, cli);
  addWorkgroupCommands(program, cli);
  addCheckpointCommands(program, cli);
  addClerkCommands(program, cli);
  addAuditCommand(program, cli);
  addDoctorCommand(program, cli);
  addBackupCommands(program, cli);
  return program;
}
