import type { Log } from '../system/log.ts';

/** Stops the server on SIGTERM or SIGINT, and exits at once on a second signal. */
export function stopOnSignal(server: { stop(): Promise<void> }, log: Log): void {
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
