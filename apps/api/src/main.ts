import { resolve } from 'node:path';
import { describeFailure } from './process/describe-failure.ts';
import { describeStart } from './process/describe-start.ts';
import { HELP } from './process/help.ts';
import { readOptions } from './process/options.ts';
import { readBuild } from './process/read-build.ts';
import { stopOnSignal } from './process/stop-on-signal.ts';
import { startServer } from './start-server.ts';
import { systemClock } from './system/clock.ts';
import { createLog } from './system/log.ts';
import { systemRandom } from './system/random.ts';

/** Both `src` and `dist` are two folders below `apps`. */
const REPOSITORY = resolve(import.meta.dirname, '../../..');

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(HELP);
else await start();

async function start(): Promise<void> {
  try {
    const options = readOptions(process.env, args, {
      repository: REPOSITORY,
      interactive: process.stderr.isTTY,
    });
    const log = createLog({ level: options.logLevel });
    const build = readBuild(import.meta.dirname);
    const server = await startServer(options, { clock: systemClock, random: systemRandom, log, build });
    process.stdout.write(describeStart(options, server));
    stopOnSignal(server, log);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}
