import { LedgerError } from '../model/ledger-error.ts';

type Method = (...parameters: never[]) => Promise<unknown>;

/**
 * Returns methods that load their object first. A load that fails is an error of the storage, and the next call loads
 * again.
 */
export function loadLater<T extends Record<Name, Method>, Name extends keyof T>(
  load: () => Promise<T>,
  names: readonly Name[],
): Pick<T, Name> {
  let loading: Promise<T> | null = null;
  const loaded = () => {
    loading ??= load().catch((cause) => {
      loading = null;
      throw new LedgerError('unavailable', cause);
    });
    return loading;
  };
  const methods = names.map((name) => [name, async (...parameters: never[]) => (await loaded())[name](...parameters)]);
  return Object.fromEntries(methods) as Pick<T, Name>;
}
