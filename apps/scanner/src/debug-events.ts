import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { AuthSession } from '@scantix/auth-session';
import type { ScanLedger } from '@scantix/scan-ledger';

interface Observed {
  readonly logger: Pick<AnalyticsLogger, 'log'>;
  readonly session: Pick<AuthSession, 'getSnapshot' | 'subscribe'>;
  readonly ledger: Pick<ScanLedger, 'getSnapshot' | 'subscribe'>;
}

/** What debug mode adds to the log: each step of the session and of what this device still owes the server. */
export function logDebugEvents({ logger, session, ledger }: Observed): void {
  const follow = (name: string, subscribe: (listener: () => void) => unknown, read: () => Record<string, unknown>) => {
    let last = '';
    subscribe(() => {
      const properties = read();
      const now = JSON.stringify(properties);
      if (now === last) return;
      last = now;
      logger.log({ name, level: 'debug', category: 'system', properties });
    });
  };
  follow('session_changed', session.subscribe, () => {
    const state = session.getSnapshot();
    return { status: state.status, ...(state.status === 'signed-in' && { offline: state.offline }) };
  });
  follow('ledger_changed', ledger.subscribe, () => {
    const { status, waiting, quarantined, sending, problem } = ledger.getSnapshot();
    return { status, waiting, quarantined, sending, problem: problem?.code ?? null };
  });
}
