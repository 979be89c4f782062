import { type ScanFilters, scanFilters } from '@scantix/api-contract';

const { shape } = scanFilters;
const NAMES = Object.keys(shape) as (keyof ScanFilters)[];

/** The filters that an address names; what is no filter, or none of its values, is left out. */
export function readFilters(parameters: URLSearchParams): ScanFilters {
  const known = NAMES.flatMap((name) => {
    const text = parameters.get(name);
    return text && shape[name].safeParse(text).success ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/** The filters as an address names them, those that are not set left out. */
export function formatFilters(filters: ScanFilters): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : [])));
}
