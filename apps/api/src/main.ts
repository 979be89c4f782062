import { describeStart } from './announce.ts';
import { systemClock } from './clock.ts';
import { describeFailure } from './describe-failure.ts';
import { HELP } from './help.ts';
import { createLog } from './log.ts';
import { readOptions } from './options.ts';
import { systemRandom } from './random.ts';
import { startServer } from './start-server.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(HELP);
else await start();

async function start(): Promise<void> {
  try {
    const options = readOptions(process.env, args, { interactive: process.stderr.isTTY });
    const log = createLog({ level: options.logLevel });
    const server = await startServer(options, { clock: systemClock, random: systemRandom, log });
    process.stdout.write(describeStart(options, server));
    stopOnSignal(server, log);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}
