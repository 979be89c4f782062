import { type Atom, atom } from 'jotai';
import type { AnalyticsLogger, LoggedEvent } from '../index.ts';

/** The atoms of one logger. */
export interface AnalyticsLoggerAtoms {
  /** The last 100 events, oldest first, whether sent or not. */
  readonly logHistoryAtom: Atom<readonly LoggedEvent[]>;
}

/**
 * Makes the atoms of one logger.
 *
 * @example
 * const { logHistoryAtom } = createAnalyticsLoggerAtoms(logger);
 * const newest = useAtomValue(logHistoryAtom).at(-1);
 */
export function createAnalyticsLoggerAtoms(
  logger: Pick<AnalyticsLogger, 'getHistory' | 'subscribe'>,
): AnalyticsLoggerAtoms {
  const historyAtom = atom(logger.getHistory());
  historyAtom.onMount = (set) => {
    const read = () => set(logger.getHistory());
    // More may have been logged between the first read and the mount.
    read();
    return logger.subscribe(read);
  };
  const logHistoryAtom = atom((get) => get(historyAtom));
  historyAtom.debugLabel = 'analyticsLogger/snapshot';
  logHistoryAtom.debugLabel = 'analyticsLogger/history';
  return { logHistoryAtom };
}
