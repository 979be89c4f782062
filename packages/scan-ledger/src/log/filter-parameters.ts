import { type ScanFilters, scanFilters } from '@scantix/api-contract';

const { shape } = scanFilters;
const NAMES = Object.keys(shape) as (keyof ScanFilters)[];

/** Reads the filters of an address; unknown names and invalid values are left out. */
export function readFilters(parameters: URLSearchParams): ScanFilters {
  const known = NAMES.flatMap((name) => {
    const text = parameters.get(name);
    return text && shape[name].safeParse(text).success ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Returns the parameters of an address, without filters that are not set. */
export function formatFilters(filters: ScanFilters): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : [])));
}
