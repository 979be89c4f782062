import type { IdentifierStore } from './identifier-store.ts';
import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

/** A tab that starts just after another one has written may still read an old local storage. */
const RENDERER_LAG_MS = 250;

interface CurrentIdentifierOptions {
  readonly store: IdentifierStore;
  readonly records: IdentityRecordStore;
  /** Makes a new identifier within a time limit in milliseconds. */
  readonly generate: (timeoutMs: number) => Promise<IdentityRecord>;
  /** Runs work while no other tab does; waits at most `timeoutMs` for the others. */
  readonly locked: <T>(timeoutMs: number, work: () => Promise<T>) => Promise<T>;
  /** Is told the identifier that an earlier page load has stored. */
  readonly onStored: (deviceId: string) => void;
  readonly now: () => number;
  readonly whenPainted: () => Promise<void>;
  /** How long a new identifier may take, milliseconds. */
  readonly timeoutMs: number;
}

/** The identifier of this page load. */
export interface CurrentIdentifier {
  /** The stored identifier, else one that another tab has just made, else a new one. Callers share one search. */
  get(): Promise<string>;
  /** Takes over an identifier that another tab has stored. */
  set(deviceId: string): void;
  /** Clears what is stored and makes a new identifier. */
  reset(): Promise<string>;
}

/** Makes the identifier's holder; nothing is read before the first call. */
export function createCurrentIdentifier(options: CurrentIdentifierOptions): CurrentIdentifier {
  const { store, records, generate, locked, now, whenPainted, onStored, timeoutMs } = options;
  let current: Promise<string> | null = null;

  async function find(): Promise<string> {
    const stored = store.read();
    if (stored) {
      onStored(stored);
      return stored;
    }
    const startedAt = now();
    // At most the whole limit: the clock may be set back meanwhile.
    const remainingMs = () => Math.min(Math.max(startedAt + timeoutMs - now(), 0), timeoutMs);
    await whenPainted();
    return locked(remainingMs(), async () => {
      const meanwhile = store.read();
      if (meanwhile) return meanwhile;
      const record = await records.read();
      const madeMeanwhile = record && record.createdAt >= startedAt - RENDERER_LAG_MS && record.createdAt <= now();
      // By another tab. With an older record, local storage was cleared on purpose.
      if (madeMeanwhile) return save(record.deviceId);
      return create(remainingMs());
    });
  }

  async function create(limitMs: number): Promise<string> {
    const record = await generate(limitMs);
    await records.write(record);
    return save(record.deviceId);
  }

  function save(deviceId: string): string {
    store.write(deviceId);
    return deviceId;
  }

  return {
    get() {
      current ??= find();
      return current;
    },
    set(deviceId) {
      current = Promise.resolve(deviceId);
    },
    reset() {
      current = locked(timeoutMs, async () => {
        store.clear();
        await records.clear();
        return create(timeoutMs);
      });
      return current;
    },
  };
}
