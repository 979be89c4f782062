import { LedgerError } from '../model/ledger-error.ts';

type Method = (...parameters: never[]) => Promise<unknown>;

/** An object that is loaded by the first use of one of its methods. */
export interface Later<T, Name extends keyof T> {
  /** They load the object first. A load that fails is an error of the storage, and the next call loads again. */
  readonly methods: Pick<T, Name>;
  /** Returns the object if it is loaded. */
  readonly peek: () => T | null;
}

/** Creates an object that is loaded when it is first used. */
export function loadLater<T extends Record<Name, Method>, Name extends keyof T>(
  load: () => Promise<T>,
  names: readonly Name[],
): Later<T, Name> {
  let loading: Promise<T> | null = null;
  let loaded: T | null = null;

  async function loadOnce(): Promise<T> {
    try {
      loaded = await load();
      return loaded;
    } catch (cause) {
      loading = null;
      throw new LedgerError('unavailable', cause);
    }
  }

  const get = () => {
    loading ??= loadOnce();
    return loading;
  };
  const methods = names.map((name) => [name, async (...parameters: never[]) => (await get())[name](...parameters)]);
  return { methods: Object.fromEntries(methods) as Pick<T, Name>, peek: () => loaded };
}
