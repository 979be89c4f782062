import type { RunningServer } from '../start-server.ts';
import type { Log } from '../system/log.ts';

/** Ends the process in good order on SIGTERM or SIGINT, and at once on a second one. */
export function stopOnSignal(server: RunningServer, log: Log): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await server.stop();
      log.info('stopped');
    } catch (err) {
      log.error({ err }, 'stopped with an error');
      process.exitCode = 1;
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
