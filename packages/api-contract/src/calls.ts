import type * as z from 'zod/mini';
import * as admin from './admin/index.ts';
import type { Endpoint } from './endpoint.ts';
import * as contract from './index.ts';
import * as snapshot from './snapshot/index.ts';

const APP = { ...contract, ...snapshot };

/** Every call of the contract, by its name; those of the administration last. */
export const CONTRACT_CALLS: readonly (readonly [name: string, endpoint: Endpoint])[] = [
  ...entriesWith<Endpoint>('needs', APP),
  ...entriesWith<Endpoint>('needs', admin),
];

/** Every schema that the contract names, by its name. */
export const CONTRACT_SCHEMAS: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  ...entriesWith<z.ZodMiniType>('_zod', APP),
  ...entriesWith<z.ZodMiniType>('_zod', admin),
];

function entriesWith<Value>(field: string, entry: Readonly<Record<string, unknown>>): [string, Value][] {
  return Object.entries(entry)
    .filter((one): one is [string, Value] => typeof one[1] === 'object' && one[1] !== null && field in one[1])
    .toSorted(([one], [other]) => one.localeCompare(other));
}
