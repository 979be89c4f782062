import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { AuthSession } from '@scantix/auth-session';
import type { ScanLedger } from '@scantix/scan-ledger';

type DebugLog = Pick<AnalyticsLogger, 'log'>;

/** Logs each change of the session's state. For debug mode. */
export function logSessionEvents({
  logger,
  session,
}: {
  readonly logger: DebugLog;
  readonly session: Pick<AuthSession, 'getSnapshot' | 'subscribe'>;
}): void {
  logChanges(logger, 'session_changed', session.subscribe, () => {
    const state = session.getSnapshot();
    return { status: state.status, ...(state.status === 'signed-in' && { offline: state.offline }) };
  });
}

/** Logs each change of the scans that wait on this device. For debug mode. */
export function logLedgerEvents({
  logger,
  ledger,
}: {
  readonly logger: DebugLog;
  readonly ledger: Pick<ScanLedger, 'getSnapshot' | 'subscribe'>;
}): void {
  logChanges(logger, 'ledger_changed', ledger.subscribe, () => {
    const { status, waiting, quarantined, sending, problem } = ledger.getSnapshot();
    return { status, waiting, quarantined, sending, problem: problem?.code ?? null };
  });
}

function logChanges(
  logger: DebugLog,
  name: string,
  subscribe: (listener: () => void) => unknown,
  read: () => Record<string, unknown>,
): void {
  let last = '';
  subscribe(() => {
    const properties = read();
    const now = JSON.stringify(properties);
    if (now === last) return;
    last = now;
    logger.log({ name, level: 'debug', category: 'system', properties });
  });
}
