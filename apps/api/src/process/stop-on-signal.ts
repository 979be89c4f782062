import type { Log } from '../system/log.ts';

/** The terminal, npm and `npm start` each send one Ctrl+C to the server: what comes so soon is no second signal. */
const ONE_SIGNAL_MS = 500;

/** Stops the server on SIGTERM or SIGINT, and exits at once on a second signal. */
export function stopOnSignal(
  server: { stop(): Promise<void> },
  log: Pick<Log, 'info' | 'error'>,
  program: Pick<NodeJS.Process, 'on' | 'exit' | 'exitCode'> = process,
): void {
  let since: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > ONE_SIGNAL_MS) program.exit(1);
      return;
    }
    since = performance.now();
    log.info({ signal }, 'stopping');
    try {
      await server.stop();
      log.info('stopped');
    } catch (err) {
      log.error({ err }, 'stopped with an error');
      program.exitCode = 1;
    }
  };
  program.on('SIGTERM', stop);
  program.on('SIGINT', stop);
}
