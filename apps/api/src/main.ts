import { describeFailure } from './process/describe-failure.ts';
import { HELP } from './process/help.ts';
import { findInstallation } from './process/installation.ts';
import { serve } from './serve.ts';

const folder = import.meta.dirname;
const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(HELP);
else await start();

async function start(): Promise<void> {
  try {
    await serve(args, { folder, installation: findInstallation(folder) });
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    // A database that has panicked while it started leaves a timer.
    process.exit(1);
  }
}
