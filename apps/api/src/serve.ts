import { describeStart } from './process/describe-start.ts';
import type { Installation } from './process/installation.ts';
import { keepMemorySmall } from './process/keep-memory-small.ts';
import { readOptions } from './process/options.ts';
import { readBuild } from './process/read-build.ts';
import { stopOnSignal } from './process/stop-on-signal.ts';
import { startServer } from './start-server.ts';
import { systemClock } from './system/clock.ts';
import { createLog } from './system/log.ts';
import { systemRandom } from './system/random.ts';

/**
 * Starts the server by the environment and says where it is. It runs until a signal stops it.
 * @param folder where the program's modules are
 * @throws OptionsError, or what `startServer` throws
 */
export async function serve(
  args: readonly string[],
  { folder, installation }: { folder: string; installation: Installation },
): Promise<void> {
  const options = readOptions(process.env, args, { installation, interactive: process.stderr.isTTY });
  // The memory that the embedded database takes is this process's own.
  if (!options.databaseUrl) keepMemorySmall();
  const log = createLog({ level: options.logLevel });
  const { release } = installation;
  const program = { clock: systemClock, random: systemRandom, log, build: readBuild(folder), release };
  const server = await startServer(options, program);
  process.stdout.write(describeStart(options, server));
  stopOnSignal(server, log);
}
