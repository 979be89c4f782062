import type { IdentifierStore } from './identifier-store.ts';
import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

/** A tab that starts just after another one has written may still read an old local storage. */
const RENDERER_LAG_MS = 250;

interface NewIdentifierOptions {
  readonly store: IdentifierStore;
  readonly records: IdentityRecordStore;
  /** Makes a new identifier within a time limit in milliseconds. */
  readonly generate: (timeoutMs: number) => Promise<IdentityRecord>;
  /** Runs work while no other tab does; waits at most `timeoutMs` for the others. */
  readonly locked: <T>(timeoutMs: number, work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  /** How long a new identifier may take, milliseconds. */
  readonly timeoutMs: number;
}

/** Makes identifiers and stores them. */
export interface NewIdentifier {
  /**
   * One that another tab has just made, else a new one.
   *
   * @param startedAt when the search began, epoch milliseconds
   * @param spentMs how much of the time limit has passed, milliseconds
   */
  find(startedAt: number, spentMs: number): Promise<string>;
  /** Clears what is stored and makes a new identifier. */
  reset(): Promise<string>;
}

/** Nothing is read before the first call. */
export function createNewIdentifier(options: NewIdentifierOptions): NewIdentifier {
  const { store, records, generate, locked, now, timeoutMs } = options;

  function save(deviceId: string): string {
    store.write(deviceId);
    return deviceId;
  }

  return {
    find(startedAt, spentMs) {
      const endsAt = now() + timeoutMs - spentMs;
      // At most the whole limit: the clock may be set back meanwhile.
      const remainingMs = () => Math.min(Math.max(endsAt - now(), 0), timeoutMs);
      // By another tab. With an older record, local storage was cleared on purpose.
      const isMadeMeanwhile = ({ createdAt }: IdentityRecord) =>
        createdAt >= startedAt - RENDERER_LAG_MS && createdAt <= now();
      return locked(remainingMs(), async () => {
        const meanwhile = store.read();
        if (meanwhile) return meanwhile;
        const record = await records.read();
        if (record && isMadeMeanwhile(record)) return save(record.deviceId);
        const made = await generate(remainingMs());
        // A tab that no longer waits for the lock may have stored one meanwhile: the first one counts.
        const { deviceId } = await records.write(made, isMadeMeanwhile);
        return store.read() ?? save(deviceId);
      });
    },
    reset: () =>
      locked(timeoutMs, async () => {
        store.clear();
        await records.clear();
        const record = await generate(timeoutMs);
        await records.write(record);
        return save(record.deviceId);
      }),
  };
}
