import type { IdentifierStore } from './identifier-store.ts';
import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

/** A tab that starts just after another one has written may still read an old local storage. */
const RENDERER_LAG_MS = 250;

interface CurrentIdentifierOptions {
  readonly store: IdentifierStore;
  readonly records: IdentityRecordStore;
  /** Makes a new identifier. */
  readonly generate: () => Promise<IdentityRecord>;
  /** Runs work while no other tab does. */
  readonly locked: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly whenPainted: () => Promise<void>;
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
  const { store, records, generate, locked, now, whenPainted } = options;
  let current: Promise<string> | null = null;

  async function find(): Promise<string> {
    const stored = store.read();
    if (stored) return stored;
    const checkedAt = now();
    await whenPainted();
    return locked(async () => {
      const meanwhile = store.read();
      if (meanwhile) return meanwhile;
      const record = await records.read();
      // Made by another tab while this one waited. With an older record, local storage was cleared on purpose.
      if (record && record.createdAt >= checkedAt - RENDERER_LAG_MS) return save(record.deviceId);
      return create();
    });
  }

  async function create(): Promise<string> {
    const record = await generate();
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
      current = locked(async () => {
        store.clear();
        await records.clear();
        return create();
      });
      return current;
    },
  };
}
