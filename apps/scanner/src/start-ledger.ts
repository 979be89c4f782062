import type { AuthSession } from '@scantix/auth-session';
import type { ScanLedger, ScanTransport } from '@scantix/scan-ledger';
import type { ScannerConfigSource } from '@scantix/scan-ledger/desk';

/** When a configuration that could not be loaded is asked for again, in milliseconds: without it nothing is scanned. */
const RETRY_MS = 30_000;

/**
 * Starts the ledger. Each sign-in counts the scans of the user's domain, loads their scanner configuration, then sends
 * what waits; so does the end of an offline session. New tokens alone send nothing: a refused call may have caused them.
 */
export function startLedger(ledger: ScanLedger, config: ScannerConfigSource, session: AuthSession): void {
  void ledger.start();
  let configuredFor: string | null | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const onSession = async () => {
    const state = session.getSnapshot();
    if (state.status !== 'signed-in') return;
    if (configuredFor !== state.user.id) {
      void ledger.countWaiting();
      // Another user of the domain may belong to another workgroup.
      const loading = configuredFor === undefined ? config.freshen() : config.load();
      configuredFor = state.user.id;
      await loading.catch(() => {
        configuredFor = null;
        clearTimeout(retry);
        retry = setTimeout(onSession, RETRY_MS);
      });
    }
    await ledger.drain();
  };
  const readSender = () => {
    const state = session.getSnapshot();
    return state.status === 'signed-in' ? `${state.user.id} ${state.offline}` : null;
  };
  let sender = readSender();
  session.subscribe(() => {
    const before = sender;
    sender = readSender();
    if (sender !== before) void onSession();
  });
  void onSession();
}

/** A transport that loads the configuration anew once the server refuses a scan for its place or for a right. */
export function withRights(transport: ScanTransport, config: Pick<ScannerConfigSource, 'load'>): ScanTransport {
  return {
    ...transport,
    async send(...call) {
      const answer = await transport.send(...call);
      const results = answer.ok ? answer.value.results : [];
      const isOutside = results.some(({ verdict }) => verdict?.reason === 'not_permitted');
      if (isOutside) void config.load().catch(() => {});
      return answer;
    },
  };
}
